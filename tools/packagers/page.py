"""The page: as a zip of the folder that a web server serves, and as one file."""
from tools.packagers import facts, licences, one_file
from tools.packagers.archives import Entry, entries_of, make_zip
from tools.packagers.made import Made
from tools.steps import ROOT

DIST = ROOT / "dist"


def entries(prefix="", kind="page"):
    return {**entries_of(DIST, prefix), f"{prefix}LICENSES.txt": Entry(licences.text(kind))}


def html():
    return one_file.make(DIST, licences.text("html"))


def make_page():
    return Made("page", f"{facts.NAME}-{facts.version()}-page.zip", make_zip(entries(f"{facts.NAME}-{facts.version()}-page/")))


def make_html():
    return Made("html", f"{facts.NAME}-{facts.version()}.html", html())
