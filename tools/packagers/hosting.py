"""What a web server sends with the page, as its configuration: the headers of tools/server.py."""
from tools import server

HEADERS = {"Content-Security-Policy": server.POLICY, **server.HEADERS}


def nginx(root, listen="127.0.0.1:8080", indent=""):
    """A server of nginx that serves the page in `root`."""
    kinds = {suffix.lstrip("."): kind for suffix, kind in server.TYPES.items()}
    types = "".join(f"        {kind.split(';')[0]} {suffix};\n" for suffix, kind in kinds.items())
    squeezed = sorted({kinds[suffix.lstrip(".")].split(";")[0] for suffix in server.COMPRESSED} - {"text/html"})
    text = [f"server {{\n    listen {listen};\n    root {root};\n    index index.html;\n    charset utf-8;\n",
            "    charset_types text/javascript text/css text/plain;\n",
            f"    types {{\n{types}    }}\n    default_type application/octet-stream;\n",
            f"    gzip on;\n    gzip_vary on;\n    gzip_types {' '.join(squeezed)};\n",
            "    # embed.json lists who may show the page in a frame; name them behind frame-ancestors, too.\n"]
    text += [f'    add_header {name} "{value}" always;\n' for name, value in HEADERS.items()]
    text += ["    if ($request_method !~ ^(GET|HEAD)$) {\n        return 405;\n    }\n}\n"]
    return "".join(indent + line + "\n" for line in "".join(text).splitlines())
