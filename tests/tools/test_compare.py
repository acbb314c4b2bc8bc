"""Two traces compared: sums that are exact and equal to those of other verbs, and changes that are known."""
import collections
import csv
import decimal
import itertools
import json
import re
import subprocess
import unittest

from tests.tools.compare_runs import (
    AFTER, BEFORE, KERNELS, PLANTED, PROGRAM, RENAMED, ROOT, SAMPLES, CheckedSums, compare, compared, divided, recorded,
    rounded, told,
)


def all_traces():
    """Every trace of the samples and of tests/data, each once."""
    found = [*SAMPLES.glob("uftrace/*/uftrace.data"), *SAMPLES.glob("tracecmd/*/trace.dat"), *SAMPLES.glob("xray/*/log.xray"),
             *SAMPLES.glob("xray/gen/*.xray"), *(path for path in SAMPLES.glob("lttng/*/*") if path.is_dir()),
             *(ROOT / "tests/data").glob("tracecmd/*.dat"), *(ROOT / "tests/data").glob("xray/*.xray"),
             *(ROOT / "tests/data").glob("lttng/*/"), *(ROOT / "tests/data").glob("uftrace/*/*.data")]
    return sorted(set(found))


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
class CompareTest(CheckedSums, unittest.TestCase):
    def test_a_trace_does_not_differ_from_itself(self):
        met = collections.Counter()
        for trace in all_traces():
            with self.subTest(trace=trace):
                done = compare(trace, trace, "--format", "json")
                if done.returncode == 2:  # no other verb opens it either, or it is told to be incomplete
                    self.assertEqual(done.stdout, "")
                    self.assertNotEqual(subprocess.run([PROGRAM, "info", trace], capture_output=True, check=False).returncode, 0)
                    continue
                self.assertEqual(done.returncode, 0, done.stderr)
                found = json.loads(done.stdout)
                self.assertEqual(found["changes"], [])
                self.assertEqual(found["grownPercent"], 0)
                met[trace.relative_to(ROOT).parts[2], found["by"]] += 1
        for kind in (("uftrace", "function"), ("xray", "function"), ("tracecmd", "thread"), ("lttng", "function"), ("lttng", "thread")):
            self.assertGreater(met[kind], 1, kind)

    def test_what_is_equal_is_said(self):
        self.assertIn("nothing differs", compare(BEFORE, BEFORE).stdout)
        self.assertIn("nothing differs", compare(KERNELS[0], KERNELS[0]).stdout)

    def test_sums_are_exact(self):
        traces = [recorded(name) for name in ("fib-args", "fib-plain", "killed", "segv", "lost-synth", "threads12", "sched", "cxx")]
        traces += [SAMPLES / "xray/fdr-threshold/log.xray", SAMPLES / "xray/fdr-fork/log.xray", KERNELS[2]]
        for a, b in itertools.pairwise(trace for trace in traces if trace.exists()):
            with self.subTest(a=a, b=b):
                self.check_sums(compared(a, b, "--by", "function"))

    def test_figures_are_those_of_functions(self):
        for a, b in ((BEFORE, AFTER), (recorded("killed"), recorded("segv")), (recorded("sched"), recorded("sched-013"))):
            found = compared(a, b)
            rows = {row["name"]: row for row in found["changes"]}
            for side, trace in (("a", a), ("b", b)):
                functions = told("functions", trace)
                self.assertEqual(sum(row["calls"] for row in functions if not row["name"].startswith("linux:schedule")),
                                 found[side]["calls"])
                for row in functions:
                    if row["name"] in rows:
                        own = rows[row["name"]][side]
                        self.assertEqual([own[key] for key in own if own["calls"] or key != "self"],
                                         [row[key] for key in own if own["calls"] or key != "self"])

    def test_a_range_and_threads_of_a_side(self):
        trace = recorded("threads12")
        first, last = (compared(trace, trace)["a"][key] for key in ("from", "to"))
        middle = (first + last) // 2
        found = compared(trace, trace, "--a-to", middle, "--b-from", middle)
        self.check_sums(found)
        self.assertEqual([found["a"]["to"], found["b"]["from"]], [middle, middle])
        early = [row for row in told("functions", trace, "--to", str(middle)) if not row["name"].startswith("linux:schedule")]
        self.assertEqual(found["a"]["self"], sum(row["self"] or 0 for row in early))
        self.assertIn("--b-tid: the trace has no thread 1", compare(trace, trace, "--b-tid", 1).stderr)
        self.assertEqual(compare(trace, trace, "--a-from", 2, "--a-to", 1).returncode, 2)

    def test_changes_that_are_known(self):
        found = compared(BEFORE, AFTER)
        self.check_sums(found)
        rows = {row["name"]: row for row in found["changes"]}
        self.assertEqual(found["changes"][0]["name"], "slower")
        slower, often, scaled = rows["slower"], rows["often"], rows["scaled.constprop.0"]
        self.assertEqual((slower["byCalls"], slower["byEach"], slower["noise"]), (0, slower["change"], False))
        self.assertEqual((often["callsChange"], often["byCalls"]), (100, often["a"]["self"]))
        self.assertEqual((scaled["before"], scaled["guessed"], scaled["kind"]), ("scaled", True, "both"))
        text = compare(BEFORE, AFTER).stdout
        self.assertRegex(text, r"~scaled\.constprop\.0 \(A: scaled\)\n")
        rows = list(csv.DictReader(compare(BEFORE, AFTER, "--format", "csv").stdout.splitlines()))
        self.assertEqual([int(row["change"]) for row in rows], [row["change"] for row in found["changes"]])

    def test_planted_changes_are_the_first_row(self):
        expected = {"slower": ["parse_line"], "often": ["look_up"], "renamed": ["sum_of_bytes"],
                    "inlined": ["draw_row", "scale_row"], "locked": ["take_lock"]}
        for change, names in expected.items():
            found = compared(PLANTED / "plain.data", PLANTED / f"{change}.data")
            self.check_sums(found)
            self.assertEqual({row["name"] for row in found["changes"][:len(names)]}, set(names), change)
            if change == "renamed":  # it takes as long as before: tests/tools/test_compare_names.py
                continue
            # What was planted is more than half of all.
            rest = sum(abs(row["change"]) for row in found["changes"][len(names):])
            self.assertGreater(abs(found["changes"][0]["change"]), rest, change)
        often = compared(PLANTED / "plain.data", PLANTED / "often.data")["changes"][0]
        self.assertGreater(often["byCalls"], 10 * abs(often["byEach"]))
        slower = compared(PLANTED / "plain.data", PLANTED / "slower.data")["changes"][0]
        self.assertEqual((slower["byCalls"], slower["byEach"]), (0, slower["change"]))

    def test_what_moved_is_missing_in_its_thread(self):
        traces = [PLANTED / f"{name}.data" for name in ("plain", "moved")]
        main = [re.search(r"TASK .*tid=(\d+)", (trace / "task.txt").read_text())[1] for trace in traces]
        first = compared(*traces, "--a-tid", main[0], "--b-tid", main[1])["changes"][0]
        self.assertEqual((first["name"], first["kind"]), ("index_page", "vanished"))
        self.assertEqual(first["b"]["calls"], 0)
        found = compared(*traces)
        self.check_sums(found)
        moved = found["changes"][0]
        self.assertEqual((moved["name"], moved["callsChange"]), ("index_page", 0))
        self.assertEqual([part["within"] for part in moved["moved"]["from"] + moved["moved"]["to"]], ["main", "background"])
        text = compare(*traces).stdout
        self.assertIn(f"index_page ({moved['moved']['time']} moved: called in background, no longer in main)", text)
        self.assertIn("it is no part of the change, and in no sum", text)
        [row] = [row for row in csv.DictReader(compare(*traces, "--format", "csv").stdout.splitlines()) if row["moved"]]
        self.assertEqual((row["name"], int(row["moved"]), row["movedFrom"], row["movedTo"]),
                         ("index_page", moved["moved"]["time"], "main", "background"))
        page = compare(*traces, "--format", "html").stdout
        self.assertIn("moved: called in background, no longer in main)", page)
        # Parts of one trace are of one program, and what is called within what is not asked.
        self.assertEqual(compared(traces[0], traces[0])["changes"], [])

    def test_parts_of_one_trace_need_it_once(self):
        trace = ROOT / "tests/data/tracecmd/threads.dat"
        for part in (["--a-tid", 20, "--b-tid", 21], ["--b-from", 0], ["--a-filter", "tid == 20"]):
            self.assertEqual(compare(trace, *part).stdout, compare(trace, trace, *part).stdout)
            self.assertNotEqual(compare(trace, *part).stdout, "")
        done = compare(trace)
        self.assertEqual(done.returncode, 2)
        self.assertIn("compare takes two traces; or one", done.stderr)

    def test_figures_per_something(self):
        a, b = PLANTED / "plain.data", PLANTED / "often.data"
        plain = compared(a, b)
        sums = {side: told("functions", trace) for side, trace in (("a", a), ("b", b))}
        for per, words in (("second", "second"), ("total", "second of self time"), ("draw_row", "call of draw_row")):
            found = divided(a, b, "--per", per)
            self.check_sums(found)
            self.assertEqual(found["per"], words)
            for side in "ab":
                span = plain[side]["to"] - plain[side]["from"]
                base = {"second": decimal.Decimal(span) / 10**9, "total": decimal.Decimal(plain[side]["self"]) / 10**9,
                        "draw_row": next(row["calls"] for row in sums[side] if row["name"] == "draw_row")}[per]
                figures = {row["name"]: row for row in sums[side]}
                for row in found["changes"]:
                    self.assertEqual([row[side][key] for key in ("calls", "total", "self")],
                                     [rounded(figures[row["name"]][key], base) for key in ("calls", "total", "self")])
        self.assertLess(abs(divided(a, b, "--per", "total")["grownPercent"]), 1e-6)
        done = compare(a, b, "--per", "nothing")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("no call of known duration of nothing", done.stderr)
        self.assertIn("rounded to a thousandth", compare(a, b, "--per", "second").stdout)
        self.assertEqual(compare(a, b, "--by", "thread", "--per", "second").returncode, 2)

    def test_the_file_of_a_program_splits_no_rows(self):
        for a, b in ((BEFORE, AFTER), RENAMED):
            found = compared(a, b)
            self.assertEqual({row["kind"] for row in found["changes"]}, {"both"})

    def test_the_same_by_one_and_eight_threads(self):
        for a, b in ((recorded("threads12"), recorded("cxx")), KERNELS[:2]):
            one, eight = (compare(a, b, "--threads", threads) for threads in (1, 8))
            self.assertEqual((one.stdout, one.stderr), (eight.stdout, eight.stderr))

    def test_too_much_growth_is_a_status(self):
        grown = compared(BEFORE, AFTER)["grownPercent"]
        self.assertGreater(grown, 100)
        for limit, status in ((grown - 1, 1), (grown + 1, 0)):
            done = compare(BEFORE, AFTER, "--fail-above", limit)
            self.assertEqual(done.returncode, status)
            self.assertIn("which is more than" if status else "which is not more than", done.stdout)
            self.assertEqual(compared(BEFORE, AFTER, "--fail-above", limit)["failed"], status == 1)
        self.assertEqual(compare(BEFORE, AFTER).returncode, 0)
        self.assertEqual(compare(KERNELS[0], KERNELS[1], "--fail-above", 0).returncode, 1)

    def test_what_is_not_known_is_said(self):
        done = compare(BEFORE, AFTER, "--by", "thread")
        self.assertEqual(done.returncode, 2)
        self.assertIn("not known", done.stdout)
        text = compare(recorded("killed"), recorded("lost-synth")).stdout
        self.assertRegex(text, r"A: \d+ calls? of unknown duration, in no sum")
        self.assertRegex(text, r"B: records were lost at \d+ places?")

    def test_clocks_of_other_units_are_converted(self):
        log = SAMPLES / "xray/fdr-threshold/log.xray"
        found = compared(BEFORE, log)
        self.assertEqual(found["unit"], "ns")
        self.assertIn("converted to ns", found["b"]["gaps"])
        self.check_sums(found)
        self.assertNotEqual(compared(log, log)["unit"], "ns")


if __name__ == "__main__":
    unittest.main()
