"""`tracepane compare --function`: medians and pairs as a script counts them from the calls that `uftrace dump` tells of."""
import itertools
import json
import pathlib
import subprocess
import unittest

from tests.tools import dumped_calls

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLES = ROOT / "build/samples/uftrace"
COMPARED = ROOT / "tests/data/uftrace/compared"
PLANTED = ROOT / "tests/data/uftrace/planted"
# Pairs of recordings of one program.
PAIRS = [(COMPARED / "before.data", COMPARED / "after.data"), (SAMPLES / "simple/uftrace.data", SAMPLES / "threads/uftrace.data"),
         *itertools.combinations(sorted(PLANTED.glob("*.data")), 2)]


def compare(*args):
    return subprocess.run([PROGRAM, "compare", *map(str, args)], capture_output=True, text=True, timeout=120, check=False)


def compared(a, b, function, *args):
    return json.loads(compare(a, b, "--function", function, "--format", "json", *args).stdout)


def durations(directory):
    found = {}
    for call in dumped_calls.calls(directory):
        found.setdefault(call.name, []).append(call.duration)
    return {name: sorted(times) for name, times in found.items()}


class CompareDurations(unittest.TestCase):
    def test_figures_are_those_of_the_dumped_calls(self):
        checked = 0
        for a, b in PAIRS:
            if not a.exists() or not b.exists():
                continue
            in_a, in_b = durations(a), durations(b)
            for function in sorted(in_a.keys() & in_b.keys()):
                x, y = in_a[function], in_b[function]
                if len(x) * len(y) > 3_000_000:
                    continue
                with self.subTest(a=a.parent.name + "/" + a.name, b=b.name, function=function):
                    told = compared(a, b, function)
                    self.assertEqual((told["a"]["calls"], told["b"]["calls"]), (len(x), len(y)))
                    for side, times in (("a", x), ("b", y)):
                        for key, part in (("min", 0), ("p10", 0.1), ("median", 0.5), ("p90", 0.9)):
                            exact = times[int(len(times) * part)]
                            self.assertEqual(told[side][key], {"atLeast": exact, "atMost": exact})
                        self.assertEqual(told[side]["max"]["atMost"], times[-1])
                    ratio = told["ratioOfMedians"]
                    if x[len(x) // 2] > 0:
                        self.assertAlmostEqual(ratio["atLeast"], y[len(y) // 2] / x[len(x) // 2])
                        self.assertEqual(ratio["atLeast"], ratio["atMost"])
                    else:
                        self.assertIsNone(ratio)
                    pairs = sum(2 if later > earlier else later == earlier for earlier in x for later in y)
                    self.assertAlmostEqual(told["longerInB"]["atLeast"], pairs / 2 / len(x) / len(y))
                    self.assertEqual(told["longerInB"]["atLeast"], told["longerInB"]["atMost"])
                    self.assertEqual(told["interval95"] is None, told["noInterval"] is not None)
                    checked += 1
        self.assertGreater(checked, 5)

    def test_calls_whose_durations_are_not_known_are_left_out(self):
        trace = ROOT / "build/samples/tracecmd/v6-sched-syscalls/trace.dat"
        done = subprocess.run([PROGRAM, "functions", trace, "--format", "json"], capture_output=True, text=True, timeout=120, check=True)
        rows = [row for row in json.loads(done.stdout) if row["calls"]]
        self.assertTrue(any(row["atMost"] and row["open"] and row["unbegun"] for row in rows))
        for row in rows[:10]:
            side = compared(trace, trace, row["name"])["b"]
            self.assertEqual(side["calls"] + side["atMost"], row["calls"])
            for key in ("atMost", "open", "unbegun"):
                self.assertEqual(side[key], row[key])

    def test_what_is_not_there_is_said(self):
        a, b = COMPARED / "before.data", COMPARED / "after.data"
        done = compare(a, b, "--function", "nothing")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("it has no call of nothing", done.stderr)
        for wrong in (["--format", "csv"], ["--by", "stack"], ["--per", "second"], ["--also-a", a], ["--fail-above", "1"]):
            done = compare(a, b, "--function", "slower", *wrong)
            self.assertEqual((done.returncode, done.stdout), (2, ""), wrong)
            self.assertIn("--function", done.stderr)

    def test_the_report_says_the_same(self):
        text = compare(COMPARED / "before.data", COMPARED / "after.data", "--function", "slower").stdout
        self.assertIn("100 calls of slower", text)
        self.assertIn("in 100.00 % of all pairs", text)


if __name__ == "__main__":
    unittest.main()
