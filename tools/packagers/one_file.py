"""The page as one file of HTML, which opens from file://: styles, scripts, modules of WebAssembly, fonts and samples inside.
docs/one-file.md describes it."""
import base64
import hashlib
import html
import re
import shutil
import subprocess

from tools import server
from tools.packagers.archives import squeeze
from tools.steps import ROOT, StepFailed

TYPE = "application/octet-stream;base64"
# Where a trace may be put; exactly once in the file.
MARK = '<div id="inner-trace" hidden></div>'
# What the page asks for by name (web/parts.js). Workers are made of several scripts, which are put together.
WORKERS = ["worker.js", "sql_worker.js"]
MODULES = ["app.wasm", "worker-core.wasm", "sql-core.wasm"]
# The name that the page knows for its frame.
FRAME = "one-file.html"
# An element is smaller than this: browsers have a limit on the length of a text.
PIECE = 64 << 20
# What stands for 'self' in the policy of a page that is one file; its scripts and its style are known by their hashes.
OWN = {"img-src": ["data:"], "font-src": [], "connect-src": [], "worker-src": ["blob:"]}


def element(attribute, path, data, more=""):
    """Elements of the file `path`, which web/inside.js unpacks. `more`: further attributes."""
    pieces = [data[at:at + PIECE] for at in range(0, len(data), PIECE)] or [b""]
    return "".join(f'<script type="{TYPE}" data-{attribute}="{html.escape(path)}" data-size="{len(piece)}" data-packed="gzip"{more}>'
                   f"{base64.b64encode(squeeze(piece)).decode()}</script>\n" for piece in pieces)


def worker_script(dist, name):
    """The script of a worker with those that it imports, which it could not find."""
    text = (dist / name).read_text()
    imports = re.findall(r"^importScripts\((.*)\);$", text, re.M)
    if len(imports) != 1:
        raise StepFailed(f"{name} does not import its scripts in one line")
    parts = [(dist / part).read_text() for part in re.findall(r"'([^']+)'", imports[0])]
    return text.replace(f"importScripts({imports[0]});", "\n".join(parts))


def bundler():
    """The program that does it: of npm or, where that was not asked, of the distribution. None: there is none."""
    own = ROOT / "node_modules/.bin/esbuild"
    return str(own) if own.exists() else shutil.which("esbuild")


def bundled(dist):
    """The page's modules as one script."""
    command = [bundler(), str(dist / "main.js"), "--bundle", "--format=esm", "--target=es2022",
               "--legal-comments=none", "--charset=utf8", "--log-level=warning"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode or done.stderr:
        raise StepFailed(f"The page's scripts could not be put together:\n{done.stdout[-500:]}{done.stderr}")
    return done.stdout


def inline(tag, text, attributes=""):
    """An element with a text of the page's own, which nothing in it may end early."""
    if re.search(rf"</{tag}|<!--", text, re.I):
        raise StepFailed(f"a {tag} of the page can't be put into it: it has </{tag} or <!-- in it")
    return f"<{tag}{attributes}>{text}</{tag}>"


def policy(scripts, styles):
    """That of tools/server.py for this page. A page can't say who may embed it."""
    def hashes(texts):
        return ["'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'" for text in texts]

    own = {**OWN, "script-src": hashes(scripts), "style-src": hashes(styles)}
    parts = []
    for directive in server.POLICY.split("; "):
        name, *values = directive.split(" ")
        if name == "frame-ancestors":
            continue
        if "'self'" in values:
            values = own[name] + [value for value in values if value != "'self'"]
        if values:
            parts.append(" ".join([name, *values]))
    return "; ".join(parts)


def replaced(text, old, new):
    if text.count(old) != 1:
        raise StepFailed(f"index.html does not have exactly once: {old}")
    return text.replace(old, new)


def frame(dist, licences):
    """The file up to the elements of parts that the page can bring itself, and what follows these. `licences`: a text that goes
    into the file."""
    app, main, style = (dist / "app.js").read_text(), bundled(dist), (dist / "style.css").read_text()
    icon = base64.b64encode((dist / "icon.svg").read_bytes()).decode()
    page = (dist / "index.html").read_text()
    page = replaced(page, '<link rel="icon" href="icon.svg" type="image/svg+xml">',
                    f'<link rel="icon" href="data:image/svg+xml;base64,{icon}" type="image/svg+xml">')
    # The manual is a folder.
    page = replaced(page, '    <link rel="help" href="help/index.html">\n', "")
    page = replaced(page, '<link rel="stylesheet" href="style.css">', inline("style", style))
    page = replaced(page, '<script src="app.js" defer></script>', inline("script", app))
    page = replaced(page, '<script src="main.js" type="module"></script>', inline("script", main, ' type="module"'))
    page = replaced(page, '<meta charset="utf-8">', '<meta charset="utf-8">\n    <meta http-equiv="Content-Security-Policy" '
                    f'content="{html.escape(policy([app, main], [style]), quote=False)}">')
    end = "  </body>"
    if page.count(end) != 1:
        raise StepFailed(f"index.html does not have exactly once: {end}")
    workers = "".join(element("part", name, worker_script(dist, name).encode()) for name in WORKERS)
    before, after = page.split(end)
    return before + workers, f"{element('part', 'LICENSES.txt', licences.encode())}{MARK}\n{end}{after}"


def parts_of(dist):
    """The files of the page that stand in it as they are."""
    samples = sorted(path.relative_to(dist).as_posix() for path in (dist / "samples").rglob("*") if path.is_file())
    fonts = sorted(path.relative_to(dist).as_posix() for path in (dist / "fonts").iterdir() if path.suffix in (".otf", ".ttf"))
    return MODULES + fonts + samples


def make(dist, licences):
    """The whole page, from `dist`: the folder of the built page."""
    before, after = frame(dist, licences)
    return (before + "".join(element("part", name, (dist / name).read_bytes()) for name in parts_of(dist)) + after).encode()


def make_frame(dist, licences):
    """The same with the place for the parts, which the page brings itself when it makes a report (web/page_text.js)."""
    before, after = frame(dist, licences)
    return f'{before}<div id="parts" data-parts="{html.escape(" ".join(parts_of(dist)))}"></div>\n{after}'.encode()
