"""A new thing of a kind is a row of one table, and a file or two of its own: for one of each kind, this counts which
files name it. Whoever makes a thing known to one file more finds it here, and can ask the table instead."""
import functools
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("core", "native", "ui", "wasm", "web")
KINDS = (".c", ".cpp", ".h", ".js", ".mjs", ".py")


@functools.cache
def sources():
    """The texts of the program's files, by path."""
    return {path.relative_to(ROOT).as_posix(): path.read_text(errors="replace")
            for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in KINDS}


def naming(pattern):
    """The files of the program that have a text which matches."""
    wanted = re.compile(pattern)
    return {path for path, text in sources().items() if wanted.search(text)}


class RowsTest(unittest.TestCase):
    def test_a_panel_is_three_files(self):
        self.assertEqual(naming(r"\bdrawFlamePanel\b|\bflameTables\b|\bflame_panel\.h\b"),
                         {"ui/calls/flame_panel.cpp", "ui/calls/flame_panel.h", "ui/app/panels.cpp"})

    def test_no_other_file_lists_the_panels(self):
        # Code that opens or asks for a panel names that one. Whoever names half of them has a list.
        for path in naming(r"\bTab::"):
            names = set(re.findall(r"\bTab::(\w+)", sources()[path]))
            if path not in ("ui/app/panels.cpp", "ui/view/window_state.h"):
                self.assertLess(len(names), 5, f"{path} names the panels {sorted(names)}")

    def test_a_verb_is_two_files(self):
        self.assertEqual(naming(r"\bschedulingVerb\b|\bSchedulingOptions\b"),
                         {"native/cli/scheduling.cpp", "native/cli/verbs.cpp"})

    def test_a_question_is_three_files(self):
        table, question = "core/session/job_kinds.h", "core/session/scheduling/cpu_work_question"
        named = naming(r"\bCpuWork(Job|Question)\b|\bmakeCpuWorkJob\b")
        self.assertEqual({path for path in named if path.startswith("core/")}, {table, question + ".cpp", question + ".h"})

    def test_each_job_is_made_where_it_is_written(self):
        table = sources()["core/session/job_kinds.h"]
        makers = set(re.findall(r"\bmake\w+Job\b", table))
        self.assertGreater(len(makers), 10)
        named = [maker for text in sources().values() for maker in set(re.findall(r"\bmake\w+Job\b", text))]
        self.assertEqual({maker: named.count(maker) for maker in makers}, dict.fromkeys(makers, 2))

    def test_a_field_of_events_is_three_files_and_a_column(self):
        # Formats, which set it in the rows that they describe, are not counted.
        named = naming(r"\bkTsc\b|\bRowField::Tsc\b|\bEventColumn::Tsc\b")
        self.assertEqual({path for path in named if not path.startswith("core/formats/")},
                         {"core/decode/event_row.h", "core/decode/row_fields.h", "core/decode/row_fields.cpp",
                          "ui/view/event_columns.h"})

    def test_no_view_names_a_format(self):
        # What one has to know of a format is a member of FormatTraits. Both files are tables that each format is in.
        named = {path for path in naming(r'"(uftrace|trace-cmd|lttng|xray|ftrace-text)"')
                 if not re.match(r"core/formats/\w+/|web/", path) and path.endswith(".cpp")}
        self.assertEqual(named, {"core/formats/registry.cpp", "core/formats/cutters.cpp"})


if __name__ == "__main__":
    unittest.main()
