"""The packages, as who gets them has them: made twice with the same bytes, installed on a bare Debian, and run."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tarfile
import tempfile
import threading
import time
import urllib.request
import zipfile
from contextlib import contextmanager

from tests.style import node
from tools import server, setup, sources
from tools.packagers import facts, make, one_file
from tools.steps import ROOT, say, step

OUT = ROOT / "build/packages"
AGAIN = ROOT / "build/packages-again"
ROOTS = ROOT / "build/roots"
SAMPLE = ROOT / "assets/samples/kitchen/data"
PROGRAM = ROOT / "build/native/tracepane"
SUITE = "bookworm"


class Failed(Exception):
    """A test has failed; the text says how."""


def check(holds, words):
    if not holds:
        raise Failed(words)


def made(pattern):
    found = sorted(path for path in OUT.glob(pattern) if not path.name.endswith(".spdx.json"))
    check(len(found) == 1, f"there are {len(found)} files {pattern}")
    return found[0]


def run(command, **more):
    done = subprocess.run([str(part) for part in command], cwd=more.pop("cwd", ROOT), capture_output=True, text=True,
                          errors="replace", check=False, **more)
    check(done.returncode == 0, f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def own(*arguments):
    """What the program that was built here prints."""
    return run([PROGRAM, *arguments])


def bare(name):
    """A bare Debian, which is made once and copied."""
    base = ROOTS / SUITE
    if not (base / "etc/debian_version").exists():
        shutil.rmtree(base, ignore_errors=True)
        base.parent.mkdir(parents=True, exist_ok=True)
        step(f"debootstrap {SUITE}", ["debootstrap", "--variant=minbase", SUITE, base, sources.mirror()], "Is a Debian mirror in reach?")
    root = ROOTS / name
    shutil.rmtree(root, ignore_errors=True)
    run(["cp", "-a", base, root])
    return root


def inside(root, *command, **more):
    env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", "HOME": "/root"}
    return run(["chroot", root, *command], env={**env, **more.pop("env", {})}, **more)


def same_twice():
    shutil.rmtree(AGAIN, ignore_errors=True)
    make.packages(list(make.KINDS), AGAIN, page=False, settings=SETTINGS)
    names = sorted(path.name for path in OUT.iterdir())
    check(names == sorted(path.name for path in AGAIN.iterdir()), "other files")
    for name in names:
        check((OUT / name).read_bytes() == (AGAIN / name).read_bytes(), f"{name} has other bytes the second time")


def sums():
    listed = dict(reversed(line.split("  ")) for line in (OUT / "SHA256SUMS").read_text().splitlines())
    check(set(listed) == {path.name for path in OUT.iterdir()} - {"SHA256SUMS"}, "SHA256SUMS does not list all")
    for name, sha in listed.items():
        check(hashlib.sha256((OUT / name).read_bytes()).hexdigest() == sha, name)
        if not name.endswith(".json"):
            document = json.loads((OUT / f"{name}.spdx.json").read_text())
            check(document["packages"][0]["checksums"][0]["checksumValue"] == sha, f"the SBOM of {name} is of another file")


@contextmanager
def served(folder):
    made_server = server.make_server(folder)
    threading.Thread(target=made_server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{made_server.server_port}/"
    finally:
        made_server.shutdown()


def browse(url):
    """A test of the page as it is served there: it draws, reads a drop, and answers in SQL."""
    told = run([node(), "tests/browser/run.mjs", url, "sql: nothing of it is loaded before"])
    check(re.search(r"^ok sql", told, re.M), told)


def page_zip():
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(made("*-page.zip")) as archive:
            archive.extractall(folder)
        root = next(pathlib.Path(folder).iterdir())
        check("Emscripten" in (root / "LICENSES.txt").read_text(), "the licences are not there")
        with served(root) as url:
            browse(url)


def deb_lint():
    done = subprocess.run(["lintian", "--fail-on", "error", "--tag-display-limit", "0", made("*.deb")], capture_output=True, text=True,
                          check=False)
    check(done.returncode == 0, done.stdout + done.stderr)


def as_installed(root, program, prefix):
    """The program says of a trace what ours says, and its page and man page are there."""
    run(["cp", "-r", SAMPLE, root / "trace"])
    for verb in (["info", "--json"], ["functions"], ["events"], ["query", "--format", "csv"]):
        more = ["SELECT name, dur FROM slice ORDER BY id"] if verb[0] == "query" else []
        got = inside(root, program, *verb, "/trace", *more)
        expected = own(*verb, SAMPLE, *more).replace(str(SAMPLE), "/trace")
        check(got == expected or verb[0] == "info", f"{verb}: {got[:500]}\nin place of {expected[:500]}")
    check(inside(root, program, "--version").strip() == f"tracepane {facts.version()}", "another version")
    for name in ("share/man/man1/tracepane.1.gz", "share/bash-completion/completions/tracepane", "share/tracepane/page/index.html",
                 "share/tracepane/tracepane.html", "share/fish/vendor_completions.d/tracepane.fish"):
        check((root / prefix / name).exists(), f"{name} is not there")
    told = inside(root, program, "export", "/trace", "--to", "html", "-o", "/report.html", "--note", "a note")
    report, page = (root / "report.html").read_text(), (root / prefix / "share/tracepane/tracepane.html").read_text()
    check(str((root / "report.html").stat().st_size) in told, told)
    check('data-trace-file="trace/info"' in report and "a%2520note" in report, "the report has no trace inside")
    check(len(report) > len(page) and report.startswith(page[:page.index(one_file.MARK)]), "the report is not made of the page")


@contextmanager
def screen():
    number = 190 + os.getpid() % 100
    command = ["Xvfb", f":{number}", "-screen", "0", "1280x800x24"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(1.5)
        try:
            yield f":{number}"
        finally:
            process.terminate()


def deb_installed():
    root = bare("deb")
    shutil.copy(made("*.deb"), root / "tracepane.deb")
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    (root / "etc/apt/sources.list").write_text(f"deb {sources.mirror()} {SUITE} main\n")
    inside(root, "apt-get", "update")
    inside(root, "apt-get", "install", "-y", "--no-install-recommends", "/tracepane.deb", "shared-mime-info", "desktop-file-utils")
    as_installed(root, "/usr/bin/tracepane", "usr")
    check("application/x-trace-cmd" in (root / "usr/share/mime/types").read_text(), "the types of files are not known")
    check("application/x-xray-log=tracepane.desktop;" in (root / "usr/share/applications/mimeinfo.cache").read_text(), "no window for them")
    inside(root, "desktop-file-validate", "/usr/share/applications/tracepane.desktop")
    with screen() as display:
        inside(root, "/usr/bin/tracepane", "/trace", "--size", "900x500", "--screenshot", "/window.png",
               env={"DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"})
    check((root / "window.png").stat().st_size > 10000, "the window draws nothing")
    inside(root, "apt-get", "purge", "-y", "tracepane")
    left = [path for path in root.rglob("*tracepane*") if path.name != "tracepane.deb"]
    check(not left, f"these are left behind: {left}")


def completions():
    """The other shells read theirs without a complaint; that of bash is tested with the tools."""
    with tempfile.TemporaryDirectory() as folder:
        run(["dpkg-deb", "-x", made("*.deb"), folder])
        share = pathlib.Path(folder, "usr/share")
        run(["zsh", "-n", share / "zsh/vendor-completions/_tracepane"])
        told = run(["fish", "-c", f"source {share}/fish/vendor_completions.d/tracepane.fish; complete -C 'tracepane export --to '"])
        check({"chrome", "parquet"} <= {line.split("\t")[0] for line in told.splitlines()}, told)
        told = run(["fish", "-c", f"source {share}/fish/vendor_completions.d/tracepane.fish; complete -C 'tracepane que'"])
        check(told.startswith("query\t"), told)


def tarball():
    """In a root that has nothing else: no C library, no shell."""
    root = ROOTS / "tarball"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    with tarfile.open(made("*-linux-*.tar.gz")) as archive:
        archive.extractall(root, filter="tar")
    top = next(root.iterdir())
    program = top / "bin/tracepane"
    check("NEEDED" not in run(["readelf", "-d", program]), "it asks for libraries of the system")
    as_installed(root, f"/{top.name}/bin/tracepane", top.name)
    out = inside(root, f"/{top.name}/bin/tracepane", "export", "/trace", "--to", "parquet", "-o", "/parquet")
    check((root / "parquet/slices.parquet").exists(), out)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def unpack_image(root):
    """The file system of the image, and how it is started."""
    with tempfile.TemporaryDirectory() as folder:
        run(["tar", "-xf", made("*-image.tar"), "-C", folder])

        def blob(entry):
            path = pathlib.Path(folder, "blobs", entry["digest"].replace(":", "/"))
            data = path.read_bytes()
            check(f"sha256:{hashlib.sha256(data).hexdigest()}" == entry["digest"] and len(data) == entry["size"], "a blob is another one")
            return path
        index = json.loads(pathlib.Path(folder, "index.json").read_text())
        manifest = json.loads(blob(index["manifests"][0]).read_text())
        for layer in manifest["layers"]:
            run(["tar", "-xzf", blob(layer), "-C", root])
        return json.loads(blob(manifest["config"]).read_text())["config"]


def image():
    root = ROOTS / "image"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    config = unpack_image(root)
    # The port may be somebody's on this machine.
    port = free_port()
    file = root / "etc/nginx/nginx.conf"
    check(file.read_text().count("listen 8080;") == 1 and "8080/tcp" in config["ExposedPorts"], "it listens elsewhere")
    file.write_text(file.read_text().replace("listen 8080;", f"listen 127.0.0.1:{port};"))
    command = ["chroot", f"--userspec={config['User']}", root, *config["Entrypoint"]]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            time.sleep(1)
            check(process.poll() is None, "the server does not start")
            url = f"http://127.0.0.1:{port}/"
            asked = urllib.request.Request(f"{url}app.wasm", headers={"Accept-Encoding": "gzip"})
            with urllib.request.urlopen(asked) as answer:
                told = (answer.headers["Content-Type"], answer.headers["Content-Encoding"])
                check(told == ("application/wasm", "gzip"), str(told))
            with urllib.request.urlopen(url) as answer:
                for name, value in {"Content-Security-Policy": server.POLICY, **server.HEADERS}.items():
                    check(answer.headers[name] == value, f"{name}: {answer.headers[name]}")
            ranged = urllib.request.Request(f"{url}app.wasm", headers={"Range": "bytes=1-3"})
            with urllib.request.urlopen(ranged) as answer:
                check(answer.status == 206 and answer.read() == b"asm", "no ranges")
            browse(url)
        finally:
            process.send_signal(signal.SIGQUIT)
            told = process.stderr.read()
    check(told == "", told)


TESTS = {"the same bytes twice": same_twice, "checksums and SBOMs": sums, "page: unpacked and served": page_zip,
         "deb: lintian finds no error": deb_lint, "deb: installed on a bare Debian": deb_installed,
         "deb: completions of zsh and fish": completions, "tarball: where nothing else is": tarball, "image: its server": image}
# Scripts that print their own tests.
SCRIPTS = {"html": ("tests/packages/one_file.mjs", "tracepane-*[0-9].html"),
           "reports": ("tests/packages/reports.mjs", "tracepane-*[0-9].html"), "npm": ("tests/packages/npm.mjs", "tracepane-*.tgz")}
ROOT_ONLY = {deb_installed, tarball, image}
SETTINGS = ["-DTP_WERROR=ON"]


def script(counts, kind):
    name, pattern = SCRIPTS[kind]
    done = subprocess.run([node(), name, made(pattern)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    lines = done.stdout.splitlines()
    for line in lines:
        say(f"  {kind}: {line}")
        counts.add(line.startswith("ok "), line.startswith("not ok "), line.startswith("skip "), f"{kind}: {line[7:]}")
    if done.returncode and not any(line.startswith("not ok ") for line in lines):
        counts.add(failed=1, what=f"{kind}: the script itself")


def one(counts, name, test):
    if test in ROOT_ONLY and os.geteuid() != 0:
        say(f"  skip {name}: only root may change the root")
        counts.add(skipped=1)
        return
    started = time.monotonic()
    try:
        test()
    except (Failed, OSError) as failure:
        counts.add(failed=1, what=f"packages: {name}")
        say(f"  not ok {name}:\n{failure}")
        return
    counts.add(passed=1)
    say(f"  ok {name} ({time.monotonic() - started:.0f} s)")


def run_all(counts, build):
    """`build` builds by a preset."""
    setup.packaging()
    say("The packages")
    shutil.rmtree(OUT, ignore_errors=True)
    build("native", "tracepane", "samples", window=False)
    make.packages(list(make.KINDS), OUT, settings=SETTINGS)
    for name, test in TESTS.items():
        one(counts, name, test)
    for kind in SCRIPTS:
        script(counts, kind)
