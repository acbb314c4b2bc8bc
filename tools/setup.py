"""What each part of the project needs on the machine; all of it idempotent, and quick the second time."""
import sys

from tools import fonts, npm, packages, sources
from tools.steps import StepFailed, say


def native():
    say("Setting up the native build")
    packages.ensure(packages.NATIVE + packages.SOURCES + packages.FONTS)
    sources.ensure({"imgui", "libdwarf"})
    fonts.ensure()


def fuzz():
    native()
    packages.ensure(packages.FUZZ)


def page():
    say("Setting up the WebAssembly build")
    packages.ensure(packages.COMPILER + packages.WASM + packages.SOURCES +
                    packages.AMALGAMATION + packages.FONTS + packages.MANUAL + packages.BUNDLING)
    sources.ensure({"imgui", "zstd", "zlib", "libdwarf", "sqlite"})
    fonts.ensure()


def browsers():
    say("Setting up the browsers")
    packages.ensure(packages.FIREFOX + packages.NODE)
    packages.ensure_first(packages.BROWSER)
    npm.ensure()


def readers():
    packages.ensure(packages.NODE + packages.DASK + packages.MANUAL)
    npm.ensure()


def references():
    packages.ensure(packages.REFERENCES)


def counting():
    native()
    packages.ensure(packages.COUNTING)


def tidy():
    native()
    packages.ensure(packages.TIDY)


def style():
    say("Setting up the linters")
    packages.ensure(packages.STYLE + packages.NODE)
    npm.ensure()


def packaging():
    """For the packages and their tests."""
    page()
    native()
    browsers()
    packages.ensure(packages.PACKAGING + packages.INSTALLING)


def everything():
    """For all phases of tests/run.py."""
    for phase in (style, native, page, browsers, fuzz, counting, readers, references, tidy):
        phase()


if __name__ == "__main__":
    try:
        everything()
    except StepFailed as failure:
        sys.exit(f"\n{failure}\n")
