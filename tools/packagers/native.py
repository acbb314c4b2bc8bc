"""What the packages of the program share: its files below a prefix such as /usr."""
import functools
import subprocess
import tempfile

from tools import build
from tools.packagers import completions, facts, man_page, page, verbs
from tools.packagers.archives import Entry, entries_of, squeeze
from tools.steps import ROOT

# Presets of CMake: with the window, whose fonts are those of the page below /usr; and without, linked statically.
WINDOW = "package"
PORTABLE = "portable"


def compile_program(preset, settings):
    build.build(preset, "tracepane", settings=settings)
    with tempfile.NamedTemporaryFile() as stripped:
        subprocess.run(["strip", "--strip-all", "-o", stripped.name, ROOT / "build" / preset / "tracepane"], check=True)
        return Entry(stripped.read(), program=True)


@functools.cache
def told(preset):
    return verbs.read(str(ROOT / "build" / preset / "tracepane"))


def files(preset, program, zsh="zsh/site-functions"):
    """By their paths below the prefix."""
    found = {"bin/tracepane": program,
             "share/man/man1/tracepane.1.gz": Entry(squeeze(man_page.make(told(preset)).encode())),
             "share/tracepane/tracepane.html": Entry(page.html()),
             **entries_of(page.DIST, "share/tracepane/page/")}
    for path, text in completions.files(told(preset)).items():
        found["share/" + path.replace("zsh/site-functions", zsh)] = Entry(text)
    return found


def desktop():
    """What a desktop needs to offer the window for a trace."""
    folder = ROOT / "packaging"
    return {"share/applications/tracepane.desktop": Entry((folder / "tracepane.desktop").read_bytes()),
            "share/mime/packages/tracepane.xml": Entry((folder / "tracepane.xml").read_bytes()),
            "share/icons/hicolor/scalable/apps/tracepane.svg": Entry((ROOT / "web/icon.svg").read_bytes())}


def changelog():
    """In the form of Debian's changelogs: one entry, which names the project's own."""
    when = facts.moment().strftime("%a, %d %b %Y %H:%M:%S +0000")
    return (f"{facts.NAME} ({facts.version()}) unstable; urgency=medium\n\n  * What has changed is in CHANGELOG.md.gz beside this "
            f"file.\n\n -- {facts.MAINTAINER}  {when}\n")
