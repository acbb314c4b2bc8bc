"""compare_functions() in SQL: the rows of `tracepane compare`, and what SQLite makes of the calls that `uftrace dump` tells of."""
import csv
import json
import pathlib
import re
import shutil
import sqlite3
import subprocess
import unittest

from tests.tools import dumped_calls

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
DATA = ROOT / "tests/data"
COMPARED = [DATA / "uftrace/compared" / name for name in ("before.data", "after.data")]
RENAMED = [DATA / "uftrace/renamed" / name for name in ("before.data", "after.data")]
PLANTED = [(DATA / "uftrace/planted/plain.data", DATA / "uftrace/planted" / f"{name}.data")
           for name in ("slower", "often", "renamed", "inlined", "moved", "locked")]
# Traces of different formats differ in every function.
PAIRS = [COMPARED, RENAMED, *PLANTED, [DATA / "tracecmd/threads.dat", DATA / "tracecmd/v7-none.dat"],
         [DATA / "lttng/busy/data", ROOT / "assets/samples/kitchen/data"]]


def run(*args):
    return subprocess.run([PROGRAM, *map(str, args)], capture_output=True, text=True, timeout=120, check=False)


def snake(title):
    """"byCalls": "by_calls", "selfA": "self_a"."""
    return re.sub(r"(?<!^)([A-Z])", lambda upper: "_" + upper[1].lower(), title)


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class CompareSqlTest(unittest.TestCase):
    def rows(self, *args):
        done = run(*args, "--format", "csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        return list(csv.reader(done.stdout.splitlines()))

    def same(self, compared, query):
        """All columns and rows, in their order."""
        expected, found = self.rows("compare", *compared), self.rows("query", *query)
        self.assertEqual([snake(title) for title in expected[0]], found[0])
        self.assertEqual(expected[1:], found[1:])
        return found[1:]

    def test_rows_are_those_of_the_verb(self):
        for a, b in PAIRS:
            with self.subTest(a=a, b=b):
                by_function = (a, b, "--by", "function")
                rows = self.same(by_function, (a, b, "SELECT * FROM compare_functions(1, 2)"))
                self.assertGreater(len(rows), 0)
                self.same((b, a, "--by", "function"), (a, b, "SELECT * FROM compare_functions(2, 1)"))
                if a.name != b.name:
                    self.same(by_function, (a, b, f"SELECT * FROM compare_functions('{a.name}', '{b.name}')"))

    def test_a_trace_does_not_differ_from_itself(self):
        for call in ("compare_functions(1, 1)", "compare_functions(NULL, NULL)"):
            self.assertEqual(self.rows("query", *COMPARED, f"SELECT count(*) AS n FROM {call}"), [["n"], ["0"]])

    def test_ranges_of_one_trace(self):
        for trace in (COMPARED[0], DATA / "tracecmd/v7-none.dat", DATA / "xray/fdr-v5.xray"):
            [bounds] = json.loads(run("query", trace, "SELECT * FROM trace_bounds", "--format", "json").stdout)
            begin, end = bounds["start_ts"], bounds["end_ts"]
            middle = begin + (end - begin) // 3
            compare = (trace, trace, "--by", "function", "--a-from", begin, "--a-to", middle, "--b-from", middle, "--b-to", end)
            call = f"compare_functions(NULL, NULL, {begin}, {middle}, {middle}, {end})"
            self.same(compare, (trace, f"SELECT * FROM {call}"))
            # A time that is not given does not limit.
            self.same((trace, trace, "--by", "function", "--a-to", middle),
                      (trace, f"SELECT * FROM compare_functions(NULL, NULL, NULL, {middle})"))

    def test_traces_that_are_not_there_are_told(self):
        for call, why in (("3, 1", "there is no trace 3: there is 1 (before.data), 2 (after.data)"), ("1, 'nobody'", "no trace nobody"),
                          ("1, 2, 5, 4", "a_from is behind a_to"), ("1", "2 to 6 arguments"),
                          ("1, 2, 3, 4, 5, 6, 7", "too many arguments")):
            done = run("query", *COMPARED, f"SELECT * FROM compare_functions({call})")
            self.assertEqual(done.returncode, 2)
            self.assertIn(why, done.stderr)
        done = run("query", COMPARED[0], "SELECT * FROM compare_functions(1, NULL)")
        self.assertIn("one trace is open: give NULL", done.stderr)
        self.assertIn("there is 1 (data), 2 (data (2))", run(
            "query", DATA / "lttng/busy/data", ROOT / "assets/samples/kitchen/data", "SELECT * FROM compare_functions(3, 2)").stderr)

    @unittest.skipUnless(shutil.which("uftrace"), "there is no uftrace")
    def test_figures_are_those_of_the_dumped_calls(self):
        for a, b in (COMPARED, *PLANTED[:2]):
            database = sqlite3.connect(":memory:")
            database.execute("CREATE TABLE call(side, name, self)")
            for side, trace in enumerate((a, b)):
                database.executemany("INSERT INTO call VALUES (?, ?, ?)",
                                     [(side, call.name, call.self) for call in dumped_calls.calls(trace)])
            expected = {name: figures for name, *figures in database.execute(
                "SELECT name, total(side = 0), total(side = 1), total(self * (side = 0)), total(self * (side = 1)) FROM call "
                "GROUP BY name")}
            database.close()
            found = json.loads(run("query", a, b, "SELECT * FROM compare_functions(1, 2)", "--format", "json", "--limit", "100000").stdout)
            checked = 0
            for row in found:
                if row["guessed"] or row["off_cpu"] or row["name"] not in expected:
                    continue
                checked += 1
                self.assertEqual([row["calls_a"], row["calls_b"], row["self_a"], row["self_b"]], expected[row["name"]], row)
                self.assertEqual(row["change"], row["self_b"] - row["self_a"])
                self.assertEqual(row["change"], row["by_calls"] + row["by_each"])
            self.assertGreater(checked, 3)


if __name__ == "__main__":
    unittest.main()
