"""Makes packages of all kinds, with what goes beside them."""
import hashlib

from tools import build, npm as node_packages, packages as debian, setup
from tools.packagers import deb, image, npm, page, sbom, tarball
from tools.steps import say

# Whether the kind compiles the program, beside the page.
NATIVE = {"deb", "tarball"}
KINDS = {"page": lambda settings: page.make_page(), "html": lambda settings: page.make_html(), "deb": deb.make,
         "tarball": tarball.make, "image": lambda settings: image.make(), "npm": lambda settings: npm.make()}


def prepare(kinds, with_page, settings):
    """Installs what the kinds need, and builds the page."""
    setup.page()
    if NATIVE & set(kinds):
        setup.native()
        debian.ensure(debian.PACKAGING)
    if {"html", *NATIVE} & set(kinds):
        debian.ensure(debian.NODE)
        node_packages.ensure()
    if with_page:
        build.build("wasm", "page", settings=settings)


def sums(folder):
    """The checksums of all that is in the folder."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    text = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    (folder / "SHA256SUMS").write_text(text)


def packages(kinds, folder, page=True, settings=()):
    """Writes the packages into a folder. `page`: the page is built first. `settings`: further ones of CMake."""
    prepare(kinds, page, settings)
    folder.mkdir(parents=True, exist_ok=True)
    for kind in kinds:
        made = KINDS[kind](settings)
        (folder / made.name).write_bytes(made.data)
        (folder / f"{made.name}.spdx.json").write_bytes(sbom.make(kind, made.name, made.data, made.contained, made.needed))
        say(f"  {made.name}: {len(made.data):,} bytes")
    sums(folder)
