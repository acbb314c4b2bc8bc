"""Several recordings of each side compared: means, p-values, adjusted ones and effects, each computed here from what
`uftrace dump` tells of every recording, and from all splits of the recordings into two sides."""
import collections
import csv
import decimal
import fractions
import itertools
import json
import math
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import unittest

from tests.tools import dumped_calls

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
PLANTED = ROOT / "tests/data/uftrace/planted"
SIDES = {"a": ["plain", "renamed", "inlined"], "b": ["slower", "often", "moved", "locked"]}


def planted(side):
    return [PLANTED / f"{name}.data" for name in SIDES[side]]


def compare(a, b, *args):
    also = [*(word for path in a[1:] for word in ("--also-a", path)), *(word for path in b[1:] for word in ("--also-b", path))]
    command = [PROGRAM, "compare", a[0], b[0], *also, *args]
    return subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=300, check=False)


def compared(a, b, *args):
    return json.loads(compare(a, b, *args, "--format", "json").stdout, parse_float=decimal.Decimal)


def dumped(recordings):
    """The self times and the calls of each function, with one figure for each recording."""
    selfs, calls = (collections.defaultdict(lambda: [0] * len(recordings)) for _ in range(2))
    for number, recording in enumerate(recordings):
        for call in dumped_calls.calls(recording):
            selfs[call.name][number] += call.self
            calls[call.name][number] += 1
    return selfs, calls


def mean(values):
    return (decimal.Decimal(sum(values)) / len(values)).quantize(decimal.Decimal("0.001"), decimal.ROUND_HALF_UP)


def p_value(a, b):
    """In which share of all splits the means differ as much."""
    def apart(chosen):
        inside = sum(values[i] for i in chosen)
        return abs(fractions.Fraction(inside, len(a)) - fractions.Fraction(sum(values) - inside, len(b)))

    values = a + b
    splits = list(itertools.combinations(range(len(values)), len(a)))
    observed = apart(range(len(a)))
    return sum(apart(chosen) >= observed for chosen in splits) / len(splits)


def adjusted(p_values):
    """Of each, the least of p * tests / rank among those that are no smaller."""
    ranked = sorted(p_values)
    return [min(1, *(other * len(ranked) / (rank + 1) for rank, other in enumerate(ranked) if other >= p)) for p in p_values]


def effect(a, b):
    pooled = ((len(a) - 1) * statistics.variance(a) + (len(b) - 1) * statistics.variance(b)) / (len(a) + len(b) - 2)
    return float(statistics.mean(b) - statistics.mean(a)) / math.sqrt(pooled) if pooled else None


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class CompareRecordingsTest(unittest.TestCase):
    def check_figures(self, a, b):
        (selfs_a, calls_a), (selfs_b, calls_b) = dumped(a), dumped(b)
        found = compared(a, b)
        names = sorted({*selfs_a, *selfs_b})
        p_values = [p_value(selfs_a[name], selfs_b[name]) for name in names]
        expected = dict(zip(names, zip(p_values, adjusted(p_values), strict=True), strict=True))
        rows = {row["name"]: row for row in found["changes"]}
        for name in names:
            means = [mean(side[name]) for side in (selfs_a, selfs_b, calls_a, calls_b)]
            if name not in rows:
                self.assertEqual([means[0], means[2]], [means[1], means[3]], name)
                continue
            row = rows[name]
            self.assertEqual([row[side][figure] for figure in ("self", "calls") for side in "ab"], means, name)
            self.assertEqual(row["change"], means[1] - means[0])
            self.assertEqual(row["byCalls"] + row["byEach"], row["change"])
            self.assertAlmostEqual(float(row["p"]), expected[name][0], 9, name)
            self.assertAlmostEqual(float(row["q"]), expected[name][1], 9, name)
            of = effect(selfs_a[name], selfs_b[name])
            self.assertEqual(row["effect"] is None, of is None, name)
            if of is not None:
                self.assertAlmostEqual(float(row["effect"]), of, 6, name)
            self.assertIsNone(row["noiseBelow"])
        self.assertEqual(set(rows) - set(names), set())
        self.assertEqual(sum(row["change"] for row in rows.values()), found["change"])
        self.assertEqual(found["change"], found["b"]["self"] - found["a"]["self"])
        splits = math.comb(len(a) + len(b), len(a))
        smallest = found["recordings"].pop("smallestP")
        self.assertAlmostEqual(float(smallest), (2 if len(a) == len(b) else 1) / splits, 9)
        self.assertEqual(found["recordings"], {"a": len(a), "b": len(b), "splits": splits, "exact": True, "tested": len(names)})
        return rows

    @unittest.skipUnless(shutil.which("uftrace"), "uftrace is not here")
    def test_figures_are_those_of_all_splits(self):
        self.check_figures(planted("a"), planted("b"))

    @unittest.skipUnless(shutil.which("uftrace") and shutil.which("gcc"), "uftrace or gcc is not here")
    def test_five_recordings_of_one_program_and_of_a_slower_one(self):
        with tempfile.TemporaryDirectory() as folder:
            sides = []
            for build in ("PLAIN", "SLOWER"):
                program = pathlib.Path(folder, build)
                subprocess.run(["gcc", "-O1", "-pg", "-pthread", f"-D{build}", "-o", program, PLANTED / "program.c"], check=True)
                sides.append([pathlib.Path(folder, f"{build}{number}.data") for number in range(5)])
                for recording in sides[-1]:
                    subprocess.run(["uftrace", "record", "--no-libcall", "--no-event", "--no-pager", "-d", recording, program],
                                   capture_output=True, check=True)
            rows = self.check_figures(*sides)
        self.assertAlmostEqual(float(rows["parse_line"]["p"]), 2 / 252, 9)

    def test_a_program_does_not_differ_from_itself(self):
        done = compare(planted("a"), planted("a"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("nothing differs", done.stdout)

    def test_csv_and_text_have_what_json_has(self):
        rows = {row["name"]: row for row in compared(planted("a"), planted("b"))["changes"]}
        table = list(csv.DictReader(compare(planted("a"), planted("b"), "--format", "csv").stdout.splitlines()))
        self.assertEqual({row["name"] for row in table}, set(rows))
        text = compare(planted("a"), planted("b")).stdout
        for row in table:
            one = rows[row["name"]]
            self.assertEqual(row["selfA"], str(one["a"]["self"]))
            for key, digits in (("p", 6), ("q", 6), ("effect", 3)):
                self.assertEqual(row[key], "" if one[key] is None else f"{float(one[key]):.{digits}f}")
            self.assertRegex(text, rf" {row['p']} +{row['q']} +{row['effect'] or '[?]'}  .*\b{row['name']}\n")
        self.assertIn("all 35 splits", text)
        self.assertIn("no p is below 0.028571", text)

    def test_more_splits_than_are_tried_are_drawn_and_always_the_same(self):
        # Copies would have no p: all are different recordings, of whatever.
        samples = sorted((ROOT / "build/samples/uftrace").glob("*-013/uftrace.data"))
        samples += sorted((ROOT / "tests/data/uftrace").glob("[!p]*/*.data"))
        self.assertGreaterEqual(len(samples), 14)
        a, b = planted("a") + samples[:6], planted("b") + samples[6:14]
        done = [compare(a, b, "--format", "json").stdout for _ in range(2)]
        self.assertEqual(done[0], done[1])
        found = json.loads(done[0])
        self.assertEqual(found["recordings"] | {"tested": 0},
                         {"a": 9, "b": 12, "splits": 20001, "exact": False, "smallestP": 1 / 20001, "tested": 0})

    def test_few_recordings_have_no_p(self):
        done = compare(planted("a"), planted("b")[:2])
        self.assertIn("chance is not judged", done.stdout)
        found = compared(planted("a"), planted("b")[:2])
        self.assertEqual(found["recordings"], {"a": 3, "b": 2})
        self.assertEqual({row["p"] for row in found["changes"]}, {None})
        self.assertEqual(sum(row["change"] for row in found["changes"]), found["change"])

    def test_what_it_does_not_go_with(self):
        a, b = planted("a"), planted("b")
        for args in (["--by", "thread"], ["--by", "stack"], ["--format", "html"], ["--a-from", "1"], ["--b-tid", "1"]):
            done = compare(a, b, *args)
            self.assertEqual((done.returncode, done.stdout), (2, ""), args)
            self.assertIn("--also-a or --also-b", done.stderr)
        self.assertEqual(compare(a, [*b, PLANTED / "none.data"]).returncode, 2)

    def test_each_recording_is_divided_before_the_mean(self):
        found = compared(planted("a"), planted("b"), "--per", "total")
        self.assertEqual(found["per"], "second of self time")
        # All of it is one second, but for what each function is rounded by.
        self.assertLess(abs(found["a"]["self"] - 10**9), 1)
        self.assertEqual(sum(row["change"] for row in found["changes"]), found["change"])


if __name__ == "__main__":
    unittest.main()
