"""The program for any Linux: the command line, which asks for no library of the system, and the page."""
import subprocess

from tools.packagers import facts, licences, native
from tools.packagers.archives import Entry, make_tar, squeeze
from tools.packagers.made import Made
from tools.steps import ROOT

README = """Tracepane {version}, the command line and the page

bin/tracepane runs where it lies; it asks for no library of the system. It has no window: share/tracepane/tracepane.html is
the same program as a page, which a browser opens as a file.

To have it below another prefix, with its man page and completions:

    sudo cp -r bin share /usr/local
"""


def machine():
    return subprocess.run(["uname", "-m"], capture_output=True, text=True, check=True).stdout.strip()


def make(settings):
    root = f"{facts.NAME}-{facts.version()}-linux-{machine()}"
    found = native.files(native.PORTABLE, native.compile_program(native.PORTABLE, settings))
    found |= {"README": Entry(README.format(version=facts.version())), "LICENSES.txt": Entry(licences.text("tarball")),
              "CHANGELOG.md": Entry((ROOT / "CHANGELOG.md").read_bytes())}
    return Made("tarball", f"{root}.tar.gz", squeeze(make_tar({f"{root}/{path}": entry for path, entry in found.items()})))
