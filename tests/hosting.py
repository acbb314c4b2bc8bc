#!/usr/bin/env python3
"""Serves the page by nginx, Apache and Caddy, as hosting/ says, and compares what they answer with what tools/server.py does:
python3 tests/hosting.py [nginx|apache|caddy ...]

It takes the servers that are installed (nginx, apache2, caddy of Debian), and starts none of the system's own."""
import contextlib
import http.client
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from tools.server import HEADERS, make_server
from tools.steps import ROOT, say

HOST = "trace.example.org"
PATHS = ["/", "/index.html", "/main.js", "/style.css", "/app.wasm", "/samples/manifest.json", "/icon.svg",
         "/fonts/Inter-Regular.otf", "/fonts/JetBrainsMono-Regular.ttf", "/LICENSE", "/fonts/Inter-LICENSE.txt", "/help/index.html",
         "/help/kernel.png", "/samples/build/trace.dat", "/none.html", "/../etc/passwd", "/%2e%2e/etc/passwd"]
SAME = ["Content-Security-Policy", *HEADERS, "Content-Type"]
APACHE_MODULES = ["mpm_event", "authz_core", "dir", "mime", "headers", "deflate", "filter"]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def configured(name, dist):
    """The text of hosting/NAME, for the bundle that was built."""
    return (ROOT / "hosting" / name).read_text().replace("/srv/tracepane", str(dist))


def nginx(folder, dist, port):
    site = configured("nginx.conf", dist).replace("listen 80;", f"listen 127.0.0.1:{port};")
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; {'user root;' if os.geteuid() == 0 else ''}\n"
        f"events {{}}\nhttp {{\naccess_log off;\nclient_body_temp_path {folder}/a; proxy_temp_path {folder}/b;\n"
        f"fastcgi_temp_path {folder}/c; uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;\n{site}\n}}\n")
    return ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "errors")]


def apache(folder, dist, port):
    program = pathlib.Path(shutil.which("apache2")).resolve()
    modules = program.parent.parent / "lib/apache2/modules"
    site = configured("apache.conf", dist).replace("*:80", f"127.0.0.1:{port}")
    (folder / "mime.types").write_text("")
    (folder / "apache.conf").write_text(
        "".join(f"LoadModule {name}_module {modules}/mod_{name}.so\n" for name in APACHE_MODULES) +
        f"Listen 127.0.0.1:{port}\nServerName {HOST}\nPidFile {folder}/pid\nErrorLog {folder}/errors\nMutex fcntl:{folder}\n"
        f"DefaultRuntimeDir {folder}\nTypesConfig {folder}/mime.types\n{site}")
    return ["apache2", "-D", "FOREGROUND", "-f", str(folder / "apache.conf")]


def caddy(folder, dist, port):
    site = configured("Caddyfile", dist).replace(f"{HOST} {{", f"http://{HOST}:{port} {{\n\tbind 127.0.0.1", 1)
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + site)
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


SERVERS = {"nginx": ("nginx", nginx), "apache": ("apache2", apache), "caddy": ("caddy", caddy)}


def ask(port, path, host, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Host": f"{host}:{port}", **headers})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()


def differences(port, own):
    """What the server at `port` answers in another way than ours at `own`, as sentences."""
    wrong = []
    for path in PATHS:
        for asked in ({}, {"Accept-Encoding": "gzip"}, {"Range": "bytes=3-9"}):
            status, headers, body = ask(port, path, HOST, **asked)
            wanted, reference, expected = ask(own, path, "localhost", **asked)
            where = f"{path} {asked or ''}"
            # Where there is nothing, they differ in what they call it, and in the text.
            if status != wanted and not (status in (400, 403, 404) and wanted == 404):
                wrong.append(f"{where}: status {status}, not {wanted}")
            for name in SAME:
                if name == "Content-Type" and (wanted >= 400 or reference[name] == "application/octet-stream"):
                    continue
                # The host's own answers to what is no request at all need no policy.
                if status == 400:
                    continue
                found = headers.get(name, "nothing")
                if re.sub(r"\s|utf-8", "", found.lower()) != re.sub(r"\s|utf-8", "", reference[name].lower()):
                    wrong.append(f"{where}: {name} is {found}, not {reference[name]}")
            coded, known = headers.get("Content-Encoding"), reference.get("Content-Encoding")
            if status in (200, 206) and coded is None and known is None and body != expected:
                wrong.append(f"{where}: other bytes")
            # Others do not compress what is small.
            if status == 200 and coded != known and len(body) >= 1000:
                wrong.append(f"{where}: encoded by {coded}, not {known}")
        status, headers, _ = ask(port, path, HOST)
        if status == 200 and ask(port, path, HOST, **{"If-None-Match": headers.get("Etag", headers.get("ETag", ""))})[0] != 304:
            wrong.append(f"{path}: what has not changed is sent again")
    return wrong


def tried(name, dist, own):
    program, make = SERVERS[name]
    if not shutil.which(program):
        say(f"skip {name}: {program} is not installed")
        return None
    port = free_port()
    with tempfile.TemporaryDirectory() as outer:
        folder = pathlib.Path(outer)
        with (folder / "said").open("w") as said:
            server = subprocess.Popen(make(folder, dist, port), stdout=said, stderr=said,
                                      env=dict(os.environ, HOME=outer, XDG_DATA_HOME=outer, XDG_CONFIG_HOME=outer))
        try:
            for _ in range(100):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.1)
            else:
                errors = folder / "errors"
                return [(folder / "said").read_text() + (errors.read_text() if errors.exists() else "")]
            return differences(port, own)
        finally:
            server.terminate()
            server.wait(10)


def main():
    dist = ROOT / "dist"
    if not (dist / "index.html").exists():
        sys.exit("There is no page in dist/: build it first.")
    own = make_server(dist)
    threading.Thread(target=own.serve_forever, daemon=True).start()
    failed = False
    for name in sys.argv[1:] or SERVERS:
        wrong = tried(name, dist, own.server_port)
        if wrong is None:
            continue
        say(f"{'not ok' if wrong else 'ok'} {name}: {len(PATHS)} paths" + "".join(f"\n    {line}" for line in wrong[:40]))
        failed = failed or bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
