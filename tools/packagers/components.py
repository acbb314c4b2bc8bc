"""What of others is in each package. Names, licences and uses stand in docs/dependencies.md; versions are those of the sources
that are compiled (tools/sources.py) or of the packages that are installed."""
import dataclasses
import pathlib
import re
import subprocess

from tools import fonts, sources
from tools.steps import DEPS, ROOT, StepFailed

EMSCRIPTEN = pathlib.Path("/usr/share/doc/emscripten/copyright")
MUSL = pathlib.Path("/usr/share/emscripten/system/lib/libc/musl/COPYRIGHT")
# SPDX's names of what docs/dependencies.md calls otherwise.
LICENCES = {"public domain": "blessing", "LGPL-2.1, some files BSD-2-Clause": "LGPL-2.1-only AND BSD-2-Clause"}


@dataclasses.dataclass(frozen=True)
class Component:
    row: str                  # how its name begins in docs/dependencies.md
    texts: tuple              # the files of its licence
    source: str = ""          # its name in tools/sources.py
    package: str = ""         # of Debian, where it is not compiled from these sources


def copyright_of(package):
    return pathlib.Path(f"/usr/share/doc/{package}/copyright")


SRC = DEPS / "src"
IMGUI = Component("Dear ImGui", (SRC / "imgui/LICENSE.txt",), source="imgui")
LIBDWARF = Component("libdwarf", (SRC / "libdwarf/src/lib/libdwarf/LIBDWARFCOPYRIGHT", SRC / "libdwarf/src/lib/libdwarf/LGPL.txt"),
                     source="libdwarf")
JSON = Component("nlohmann-json", (copyright_of("nlohmann-json3-dev"),), package="nlohmann-json3-dev")
CLI11 = Component("CLI11", (copyright_of("libcli11-dev"),), package="libcli11-dev")
FONTS = (Component("Inter", (DEPS / "fonts" / fonts.LICENCES[0][1],), package="fonts-inter"),
         Component("JetBrains Mono", (DEPS / "fonts" / fonts.LICENCES[1][1],), package="fonts-jetbrains-mono"))
PAGE = (IMGUI, LIBDWARF, JSON, *FONTS,
        Component("zstd", (SRC / "zstd/LICENSE",), source="zstd"),
        Component("zlib", (SRC / "zlib/LICENSE",), source="zlib"),
        Component("SQLite", (SRC / "sqlite/LICENSE.md",), source="sqlite"),
        Component("Emscripten", (EMSCRIPTEN,), package="emscripten"),
        Component("musl", (MUSL,), package="emscripten"),
        Component("libc++", (EMSCRIPTEN,), package="emscripten"),
        Component("dlmalloc", (EMSCRIPTEN,), package="emscripten"))
WINDOW = (IMGUI, LIBDWARF, JSON, CLI11)
STATIC = (LIBDWARF, CLI11,
          Component("zstd", (copyright_of("libzstd-dev"),), package="libzstd-dev"),
          Component("zlib", (copyright_of("zlib1g-dev"),), package="zlib1g-dev"),
          Component("SQLite", (copyright_of("libsqlite3-dev"),), package="libsqlite3-dev"),
          Component("libstdc++", (copyright_of("libstdc++-12-dev"),), package="libstdc++-12-dev"),
          Component("glibc", (copyright_of("libc6-dev"),), package="libc6-dev"))


def union(*groups):
    return tuple(dict.fromkeys(one for group in groups for one in group))


OF = {"page": PAGE, "html": PAGE, "npm": PAGE, "image": PAGE, "deb": union(WINDOW, PAGE), "tarball": union(STATIC, PAGE)}


def rows():
    """The rows of the tables in docs/dependencies.md: name, version, licence, use, origin."""
    text = (ROOT / "docs/dependencies.md").read_text()
    found = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in text.splitlines() if line.startswith("| ")]
    return [row for row in found if len(row) == 5 and row[0] not in ("library", "---")]


def row_of(component):
    named = [row for row in rows() if re.match(re.escape(component.row) + r"(,|$)", row[0])]
    if len(named) != 1:
        raise StepFailed(f"docs/dependencies.md has {len(named)} rows of {component.row}")
    return named[0]


def debian_version(package):
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False)
    return done.stdout or None


def version_of(component):
    if component.source:
        return next(source[3] for source in sources.SOURCES if source[0] == component.source)
    return debian_version(component.package) or re.split(r"[ ,;]", row_of(component)[1])[0]


def licence_of(component):
    told = row_of(component)[2]
    return LICENCES.get(told, told)
