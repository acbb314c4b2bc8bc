"""Two traces compared by stack: sums that are exact, and the figures of `uftrace dump --flame-graph` of both, stack by stack."""
import collections
import csv
import itertools
import json
import pathlib
import shutil
import subprocess
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLES = ROOT / "build/samples"
DATA = ROOT / "tests/data/uftrace"
BEFORE, AFTER = (DATA / "compared" / name for name in ("before.data", "after.data"))
RENAMED = [DATA / "renamed" / name for name in ("before.data", "after.data")]
SVG = "{http://www.w3.org/2000/svg}"


def recorded(name):
    return SAMPLES / "uftrace" / name / "uftrace.data"


def told(*args):
    return subprocess.run([PROGRAM, *map(str, args)], capture_output=True, text=True, timeout=120, check=False)


def compared(a, b, form, *args):
    done = told("compare", a, b, "--by", "stack", "--format", form, *args)
    return json.loads(done.stdout) if form == "json" else done.stdout


def folded_pairs(text):
    """Folded stacks with two counts."""
    return {stack: (int(a), int(b)) for stack, a, b in (line.rsplit(" ", 2) for line in text.splitlines())}


def folded(text):
    return {stack: int(count) for stack, count in (line.rsplit(" ", 1) for line in text.splitlines())}


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
class CompareStacksTest(unittest.TestCase):
    maxDiff = None

    def check_sums(self, a, b):
        found = compared(a, b, "json")
        self.assertEqual(found["by"], "stack")
        pairs = folded_pairs(compared(a, b, "folded"))
        for place, side in enumerate("ab"):
            self.assertEqual(sum(pair[place] for pair in pairs.values()), found[side]["total"])
        change = sum(row["change"] + row["untoldChange"] for row in found["changes"])
        self.assertEqual(change, found["change"])
        self.assertEqual(change, found["b"]["total"] - found["a"]["total"])
        sizes = [abs(row["change"]) for row in found["changes"]]
        self.assertEqual(sizes, sorted(sizes, reverse=True))
        for row in found["changes"]:
            self.assertEqual(row["b"]["self"] - row["a"]["self"], row["change"])
            self.assertEqual(row["b"]["total"] - row["a"]["total"], row["totalChange"])
        return found

    def pairs(self):
        names = ("fib-args", "fib-plain", "killed", "segv", "lost-synth", "threads12", "sched", "cxx", "deep600", "jmp", "rust-legacy")
        traces = [recorded(name) for name in names]
        traces += [SAMPLES / "xray/fdr-threshold/log.xray", SAMPLES / "xray/fdr-fork/log.xray",
                   SAMPLES / "tracecmd/v6-sched-syscalls/trace.dat"]
        return itertools.pairwise(trace for trace in traces if trace.exists())

    def test_sums_are_exact(self):
        for a, b in self.pairs():
            with self.subTest(a=a, b=b):
                self.check_sums(a, b)

    def test_times_of_another_clock_are_converted(self):
        log = SAMPLES / "xray/fdr-threshold/log.xray"
        found = self.check_sums(BEFORE, log)
        self.assertIn("converted to ns", found["b"]["gaps"])
        functions = json.loads(told("compare", BEFORE, log, "--by", "function", "--format", "json").stdout)
        self.assertGreater(found["b"]["total"], 0)
        # Each figure is rounded by itself.
        self.assertLess(abs(found["b"]["total"] - functions["b"]["self"]), len(found["changes"]) + len(functions["changes"]))

    def test_a_trace_does_not_differ_from_itself(self):
        for trace, _ in self.pairs():
            with self.subTest(trace=trace):
                self.assertEqual(compared(trace, trace, "json")["changes"], [])
        self.assertIn("nothing differs", compared(BEFORE, BEFORE, "text"))

    def test_stacks_are_those_of_each_side(self):
        for a, b in [(BEFORE, AFTER), RENAMED, (recorded("threads12-013"), recorded("threads12")), (recorded("killed"), recorded("segv"))]:
            with self.subTest(a=a, b=b):
                self.expect_merged(a, b, [folded(told("stacks", trace).stdout) for trace in (a, b)], compared(a, b, "folded"))

    def expect_merged(self, a, b, sides, text, without=()):
        """What compare prints is both sides, each stack of A under the names that B has, without what was inlined on the way."""
        rows = json.loads(told("compare", a, b, "--by", "function", "--format", "json").stdout)["changes"]
        names = {row["before"]: row["name"] for row in rows if row["guessed"]}
        inlined = {row["name"]: row["kind"] for row in rows if "inlinedInto" in row}
        gone = [{name for name, kind in inlined.items() if kind == own} for own in ("vanished", "new")]
        merged = collections.defaultdict(lambda: [0, 0])
        for place, side in enumerate(sides):
            for stack, count in side.items():
                *callers, last = stack.split(";")
                path = [frame for frame in callers if frame not in gone[place]] + [last]
                frames = [names.get(frame, frame) if place == 0 else frame for frame in path]
                merged[";".join(frames)][place] += count
        found = {stack: list(pair) for stack, pair in folded_pairs(text).items() if not any(word in stack for word in without)}
        self.assertEqual(found, dict(merged))

    @unittest.skipUnless(shutil.which("uftrace"), "uftrace is not here")
    def test_stacks_are_those_of_uftrace(self):
        names = ("fib-nopie", "fib-args", "threads12", "cxx", "sched", "sdt", "args-auto", "watch-var")
        met = 0
        for a, b in ((BEFORE, AFTER), RENAMED, *itertools.pairwise(recorded(name + "-013") for name in names)):
            if not (a.exists() and b.exists()):
                continue
            with self.subTest(a=a, b=b):
                self.expect_merged(a, b, [self.dumped(trace) for trace in (a, b)], compared(a, b, "folded"), ["linux:schedule"])
                met += 1
        self.assertGreater(met, 5)

    def dumped(self, trace):
        done = subprocess.run(["uftrace", "dump", "--no-pager", "--no-event", "--flame-graph", "--sample-time", "1ns", "-d", trace],
                              capture_output=True, text=True, timeout=120, check=True)
        stacks = folded(done.stdout)
        # Of outermost calls, uftrace 0.13 prints no more digits than their name has letters: 31328 ns in main as 3132.
        own = folded(told("stacks", trace).stdout)
        for stack, count in stacks.items():
            if ";" not in stack and len(stack) == len(str(count)) and str(own[stack]).startswith(str(count)):
                stacks[stack] = own[stack]
        return stacks

    def test_changes_that_are_known(self):
        found = self.check_sums(BEFORE, AFTER)
        rows = {";".join(row["stack"]): row for row in found["changes"]}
        self.assertEqual(found["changes"][0]["stack"], ["main", "slower"])
        self.assertEqual(rows["main;often"]["callsChange"], 100)
        self.assertEqual(rows["main;scaled.constprop.0"]["before"], "scaled")
        self.assertRegex(compared(BEFORE, AFTER, "text"), r"main > ~scaled\.constprop\.0 \(A: scaled\)\n")
        table = list(csv.DictReader(compared(BEFORE, AFTER, "csv").splitlines()))
        self.assertEqual([int(row["change"]) for row in table], [row["change"] for row in found["changes"]])
        self.assertEqual([row["stack"].split(";") for row in table], [row["stack"] for row in found["changes"]])

    def test_what_only_one_side_has(self):
        kinds = {row["kind"] for row in compared(recorded("cxx"), recorded("sched"), "json")["changes"]}
        self.assertGreaterEqual(kinds, {"new", "vanished"})

    def test_the_same_by_one_and_eight_threads(self):
        one, eight = (compared(recorded("threads12"), recorded("cxx"), "text", "--threads", threads) for threads in (1, 8))
        self.assertEqual(one, eight)

    def test_growth_is_a_status(self):
        for limit, status in ((1, 1), (1000, 0)):
            done = told("compare", BEFORE, AFTER, "--by", "stack", "--fail-above", limit)
            self.assertEqual(done.returncode, status)
        self.assertEqual(told("compare", BEFORE, AFTER, "--format", "folded").returncode, 2)

    def test_clocks_of_other_units_are_converted(self):
        found = self.check_sums(BEFORE, SAMPLES / "xray/fdr-threshold/log.xray")
        self.assertEqual(found["unit"], "ns")

    def test_pictures_are_well_formed(self):
        for a, b in ((BEFORE, AFTER), (recorded("cxx"), recorded("sched")), (recorded("rust-legacy"), recorded("killed"))):
            for options in ((), ("--width", "a", "--total"), ("--width", "larger", "--proportional")):
                picture = xml.etree.ElementTree.fromstring(compared(a, b, "svg", *options))
                titles = [title.text for title in picture.iter(SVG + "title")]
                frames = {frame for stack in folded_pairs(compared(a, b, "folded")) for frame in stack.split(";")}
                self.assertTrue({title.split("\n")[0].split(" (guessed")[0] for title in titles} & frames)
                width = float(picture.get("width"))
                for box in picture.iter(SVG + "rect"):
                    self.assertLessEqual(float(box.get("x", 0)) + float(box.get("width")), width + 0.01)
        vanished = compared(recorded("cxx"), recorded("sched"), "svg")
        self.assertIn("vanished", vanished)
        self.assertIn("url(#hatch)", vanished)

    def test_a_report_needs_nothing_else(self):
        page = told("compare", BEFORE, AFTER, "--format", "html").stdout
        self.assertIn("<svg", page)
        self.assertIn("~scaled.constprop.0 (A: scaled)", page)
        for word in ("<script", "<link", "src=", "href=", "@import", "url(http"):
            self.assertNotIn(word, page)
        self.assertEqual(page.count("http"), page.count('xmlns="http://www.w3.org/2000/svg"') + page.count("http-equiv"))


if __name__ == "__main__":
    unittest.main()
