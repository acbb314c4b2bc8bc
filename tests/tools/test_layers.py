"""The folders of the C++ code lie in layers: an include goes down, never up."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# From the lowest layer to the highest. What lies in one layer does not know the others in it. A folder that is not named
# belongs to the one around it. Whoever adds a folder decides here what it may know.
LAYERS = (
    ("core/io",),
    ("core/text",),
    ("core/trace", "core/parquet"),
    ("core/decode",),
    ("core/index",),
    ("core/kernel", "core/report"),
    ("core/symbols",),
    ("core/formats/ctf", "core/formats/lttng", "core/formats/tracecmd", "core/formats/uftrace", "core/formats/xray", "core/analysis"),
    ("core/formats/ftrace", "core/formats/perf"),  # their records are, in part, those of a trace.dat
    ("core/formats", "core/export"),
    ("core/joint",),
    ("core/tables",),
    ("core/session", "core/sql"),
    ("core/sql/service", "core/link"),
    ("ui/base",),
    ("ui/view",),
    ("ui/timeline", "ui/events", "ui/calls"),
    ("ui/panels", "ui/compare"),
    ("ui/app",),
    ("wasm/worker", "native/pool", "native/output"),
    ("native/cache",),
    ("wasm/app", "wasm/sql", "native/cli", "native/window"),
    ("native",),
    ("tests", "bench"),
)
# What lies lower and is none of their business all the same, with the folders within.
APART = {
    "wasm/worker": ("ui",),                               # each worker of the page would load what draws
    "native/pool": ("ui",),
    "native/output": ("ui",),
    "native/cache": ("ui",),
    "native/cli": ("ui",),                                # the command line prints, and draws nothing
    "wasm/app": ("wasm/worker", "native/pool", "native/output", "native/cache", "core/sql"),  # SQLite is in a module of its own
    "wasm/sql": ("ui", "native/pool", "native/output", "native/cache"),
    "ui/base": ("core/sql",),
    "native/window": ("wasm/worker",),
}
# Formats that read parts of others: a text of ftrace is made into the records of a trace.dat; a perf.data has the head of one.
BUILT_ON = {
    "core/formats/ftrace": ("core/formats/tracecmd",),
    "core/formats/perf": ("core/formats/tracecmd",),
}
LEVELS = {folder: level for level, folders in enumerate(LAYERS) for folder in folders}
TOP = sorted({folder.split("/")[0] for folder in LEVELS})
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)


def folder_of(path):
    """The folder of the table that a file belongs to, None where it has none."""
    return next((str(one) for one in pathlib.PurePosixPath(path).parents if str(one) in LEVELS), None)


def is_apart(own, other):
    return any(other == one or other.startswith(one + "/") for one in APART.get(own, ()))


def included(path, text):
    """(line, path) of each include of a file of ours. The others are the system's, or made by the build."""
    for found in INCLUDE.finditer(text):
        beside = (pathlib.PurePosixPath(path).parent / found[1]).as_posix()
        target = beside if (ROOT / beside).is_file() else found[1]
        if target.split("/")[0] in TOP:
            yield text.count("\n", 0, found.start(1)) + 1, target


def wrong_includes(path, text):
    """A sentence for each include that goes up, or to the side."""
    own = folder_of(path)
    if own is None:
        return [f"{path}:1: its folder is in no layer"]
    out = []
    for line, target in included(path, text):
        other = folder_of(target)
        if other != own and (other is None or LEVELS[other] >= LEVELS[own] or is_apart(own, other)):
            out.append(f"{path}:{line}: {own} may not know {other or 'a folder in no layer'} ({target})")
    return out


def sources():
    for top in TOP:
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in (".cpp", ".h", ".c"):
                yield path.relative_to(ROOT).as_posix(), path.read_text(errors="replace")


class LayersTest(unittest.TestCase):
    def test_includes_go_down(self):
        found = [sentence for path, text in sources() for sentence in wrong_includes(path, text)]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_only_the_registry_names_a_format(self):
        for path, text in sources():
            for line, target in included(path, text):
                format_of = folder_of(target)
                if format_of in BUILT_ON.get(folder_of(path), ()):
                    continue
                if format_of and format_of.startswith("core/formats/") and not path.startswith(("tests/", format_of + "/")):
                    self.assertIn(path, ("core/formats/registry.cpp", "core/formats/cutters.cpp"), f"{path}:{line}: {target}")

    def test_the_table_names_each_format(self):
        folders = {path.relative_to(ROOT).as_posix() for path in (ROOT / "core/formats").iterdir() if path.is_dir()}
        self.assertEqual(folders - set(LEVELS), set(), "a folder of core/formats that LAYERS does not name")

    def test_the_table_names_folders_that_are_there(self):
        self.assertEqual([folder for folder in LEVELS if not (ROOT / folder).is_dir()], [])

    def test_what_is_wrong_is_found(self):
        session, theme = '#include "core/session/session.h"\n', '#include "ui/base/theme.h"\n'
        self.assertEqual(wrong_includes("core/io/made.cpp", "#include <map>\n\n" + session),
                         ["core/io/made.cpp:3: core/io may not know core/session (core/session/session.h)"])
        self.assertEqual(len(wrong_includes("core/session/made.h", theme + '#include "native/pool/made.h"\n')), 2)
        self.assertEqual(len(wrong_includes("core/formats/xray/made.h", '#  include "core/formats/uftrace/made.h"\n')), 1)
        self.assertEqual(len(wrong_includes("native/cli/made.cpp", session + theme)), 1)
        self.assertEqual(len(wrong_includes("core/made/made.cpp", "")), 1)
        self.assertEqual(wrong_includes("ui/app/made.cpp", session + theme), [])
        self.assertEqual(wrong_includes("ui/base/made.cpp", '#include "theme.h"\n'), [])
        self.assertEqual(len(wrong_includes("ui/base/made.cpp", '#include "ui/view/context.h"\n')), 1)
        self.assertEqual(wrong_includes("tests/unit/made.cpp", session + theme), [])


if __name__ == "__main__":
    unittest.main()
