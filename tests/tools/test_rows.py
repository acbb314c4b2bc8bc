"""A new thing of a kind is a row of one table, and a file or two of its own: for one of each kind, this counts which
files name it. Whoever makes a thing known to one file more finds it here, and can ask the table instead."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("core", "native", "ui", "wasm", "web")
KINDS = (".c", ".cpp", ".h", ".js", ".mjs", ".py")


def naming(pattern):
    """The files of the program that have a text which matches."""
    wanted = re.compile(pattern)
    return {path.relative_to(ROOT).as_posix()
            for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))
            if path.suffix in KINDS and wanted.search(path.read_text(errors="replace"))}


class RowsTest(unittest.TestCase):
    def test_a_panel_is_three_files(self):
        self.assertEqual(naming(r"\bdrawFlamePanel\b|\bflameTables\b|\bflame_panel\.h\b"),
                         {"ui/calls/flame_panel.cpp", "ui/calls/flame_panel.h", "ui/app/panels.cpp"})

    def test_no_other_file_lists_the_panels(self):
        # Code that opens or asks for a panel names that one. Whoever names half of them has a list.
        for path in naming(r"\bTab::"):
            names = set(re.findall(r"\bTab::(\w+)", (ROOT / path).read_text()))
            if path not in ("ui/app/panels.cpp", "ui/view/window_state.h"):
                self.assertLess(len(names), 5, f"{path} names the panels {sorted(names)}")

    def test_a_verb_is_two_files(self):
        self.assertEqual(naming(r"\bschedulingVerb\b|\bSchedulingOptions\b"),
                         {"native/cli/scheduling.cpp", "native/cli/verbs.cpp"})


if __name__ == "__main__":
    unittest.main()
