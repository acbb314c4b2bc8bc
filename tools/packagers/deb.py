"""The package for Debian: command line, window, page, man page, completions, desktop entry and types of files."""
import hashlib
import os
import pathlib
import re
import subprocess
import tempfile

from tools.packagers import facts, hosting, licences, native
from tools.packagers.archives import Entry, squeeze
from tools.packagers.made import Made
from tools.steps import ROOT, StepFailed

DESCRIPTION = """explorer of uftrace, trace-cmd, LTTng and XRay traces
 Tracepane shows what a trace has recorded: flame charts of every thread, what
 each thread waited for, which thread ran on each CPU, statistics of functions
 and of scheduling, every record in a table, and answers to questions in SQL.
 .
 This package has the command line, the desktop window, and the same program
 as a page for a browser, which needs no server: it reads the files where they
 lie, and sends nothing anywhere.
"""


def architecture():
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()


def dependencies(program):
    """As dpkg-shlibdeps computes them of the libraries that the program asks for."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "debian").mkdir()
        (root / "debian/control").write_text(f"Source: {facts.NAME}\n\nPackage: {facts.NAME}\nArchitecture: any\n")
        (root / "program").write_bytes(program.data)
        done = subprocess.run(["dpkg-shlibdeps", "-O", "-e", "program"], cwd=root, capture_output=True, text=True, check=False)
    found = re.search(r"^shlibs:Depends=(.*)$", done.stdout, re.M)
    if not found:
        raise StepFailed(f"dpkg-shlibdeps does not say what the program depends on:\n{done.stderr}")
    return found[1]


def files(settings):
    """By their paths below the root."""
    program = native.compile_program(native.WINDOW, settings)
    found = native.files(native.WINDOW, program, zsh="zsh/vendor-completions") | native.desktop()
    doc = f"share/doc/{facts.NAME}"
    found |= {
        f"{doc}/copyright": Entry(licences.text("deb")),
        f"{doc}/changelog.gz": Entry(squeeze(native.changelog().encode())),
        f"{doc}/CHANGELOG.md.gz": Entry(squeeze((ROOT / "CHANGELOG.md").read_bytes())),
        f"{doc}/README.Debian": Entry((ROOT / "packaging/debian/README.Debian").read_bytes()),
        f"{doc}/nginx.conf": Entry(hosting.nginx("/usr/share/tracepane/page")),
        f"share/lintian/overrides/{facts.NAME}": Entry((ROOT / "packaging/debian/lintian-overrides").read_bytes()),
    }
    return {f"usr/{path}": entry for path, entry in found.items()}


def control(entries):
    size = sum(-(-len(entry.data) // 1024) for entry in entries.values())
    return (f"Package: {facts.NAME}\nVersion: {facts.version()}\nArchitecture: {architecture()}\nMaintainer: {facts.MAINTAINER}\n"
            f"Installed-Size: {size}\nDepends: {dependencies(entries['usr/bin/tracepane'])}\nSection: devel\nPriority: optional\n"
            f"Description: {DESCRIPTION}")


def write(root, entries):
    for path, entry in entries.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(entry.data)
        file.chmod(entry.mode)
    for path in [root, *root.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)
        os.utime(path, (facts.epoch(), facts.epoch()))


def pack(entries, about):
    """The bytes of a .deb."""
    sums = "".join(f"{hashlib.md5(entry.data, usedforsecurity=False).hexdigest()}  {path}\n" for path, entry in sorted(entries.items()))
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "root"
        write(root, {**entries, "DEBIAN/control": Entry(about), "DEBIAN/md5sums": Entry(sums)})
        out = pathlib.Path(folder) / "made.deb"
        # With several threads, what comes out depends on how many there are.
        subprocess.run(["dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zxz", "--build", root, out], check=True,
                       capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": str(facts.epoch())})
        return out.read_bytes()


def needed(about):
    """The packages of a Depends field, with the versions that it asks for."""
    listed = re.search(r"^Depends: (.*)$", about, re.M)[1].split(", ")
    return tuple((one.split(" ")[0], (re.findall(r"\(([^)]*)\)", one) or ["any"])[0]) for one in listed)


def make(settings):
    entries = files(settings)
    about = control(entries)
    return Made("deb", f"{facts.NAME}_{facts.version()}_{architecture()}.deb", pack(entries, about), needed=needed(about))
