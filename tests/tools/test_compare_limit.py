"""Comparisons of what is not there: they do not pass as if nothing had grown, and say what was asked for."""
import itertools
import json
import pathlib
import re
import shutil
import tempfile
import unittest

from tests.tools.compare_runs import (
    AFTER, BEFORE, KERNELS, PLANTED, PROGRAM, SAMPLES, compare, compared, recorded, told,
)

PLAIN, OFTEN = PLANTED / "plain.data", PLANTED / "often.data"
KINDS = ("function", "stack", "thread", "latency", "wait")


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
class CompareLimitTest(unittest.TestCase):
    def fails(self, *args, why):
        """Returns what is written, as text."""
        done = compare(*args, "--fail-above", 10)
        self.assertEqual(done.returncode, 2, args)
        self.assertRegex(done.stderr, f"--fail-above: {why}")
        self.assertNotIn("which is", done.stdout)
        found = compare(*args, "--fail-above", 10, "--format", "json")
        self.assertEqual(found.returncode, 2, args)
        self.assertIsNone(json.loads(found.stdout)["failed"])
        return done.stdout

    def test_a_side_without_calls_does_not_pass(self):
        killed = recorded("killed-recorder")
        for by in ("function", "stack"):
            for a, b, side in ((PLAIN, killed, "B"), (killed, PLAIN, "A"), (PLAIN, KERNELS[1], "A")):
                with self.subTest(by=by, a=a, b=b):
                    self.fails(a, b, "--by", by, why=f"{side} has no calls")
            self.fails(killed, killed, "--by", by, why="neither A nor B has calls")
            self.fails(PLAIN, OFTEN, "--b-from", 5, "--b-to", 6, "--by", by, why="B has no calls")
        done = compare(PLAIN, killed)
        self.assertEqual(done.returncode, 0)
        self.assertIn("B has no calls of known duration: there is nothing to compare A with\n", done.stdout)
        report = compare(PLAIN, killed, "--format", "html", "--fail-above", 10)
        self.assertEqual(report.returncode, 2)
        self.assertIn("B has no calls of known duration", report.stdout)

    def test_a_range_with_nothing_does_not_pass(self):
        for by, what in (("thread", "threads whose states are known"), ("latency", "latencies"), ("wait", "waits")):
            text = self.fails(KERNELS[1], "--b-from", 5, "--b-to", 6, "--by", by, why=f"B has no {what}")
            self.assertIn("trace.dat: from 5 to 6, when nothing was recorded", text)
            self.assertEqual(compare(KERNELS[1], KERNELS[1], "--by", by, "--fail-above", 10).returncode, 0)

    def test_a_kind_that_one_side_has_does_not_pass_as_judged(self):
        # The other kernel recorded no system calls.
        for a, b, side in ((KERNELS[0], KERNELS[2], "B"), (KERNELS[2], KERNELS[0], "A")):
            done = compare(a, b, "--by", "latency", "--fail-above", 1e12)
            self.assertEqual(done.returncode, 0)
            self.assertIn(f"system calls: only {side} has any", done.stdout)
            self.assertIn("whether syscall grew by more than 1e+12 % is not known\n", done.stdout)
            groups = {group["group"]: group for group in compared(a, b, "--by", "latency", "--fail-above", 1e12)["groups"]}
            self.assertIsNone(groups["syscall"]["failed"])
            self.assertIs(groups["wakeup"]["failed"], False)

    def test_what_not_both_record_is_no_comparison(self):
        for by, limit in itertools.product(("thread", "latency", "wait"), ([], ["--fail-above", 10])):
            for other in (BEFORE, KERNELS[1]):
                done = compare(BEFORE, other, "--by", by, *limit)
                self.assertEqual(done.returncode, 2, (by, limit))
                self.assertRegex(done.stderr, "neither A nor B has|A has no|not both tell")

    def test_threads_that_are_not_there(self):
        for by, side in itertools.product(KINDS, "ab"):
            done = compare(KERNELS[1], f"--{side}-tid", 1, "--by", by)
            self.assertEqual((done.returncode, done.stdout), (2, ""), by)
            self.assertIn(f"--{side}-tid: the trace has no thread 1\n", done.stderr)
        self.assertEqual(compare(KERNELS[1], "--a-tid", "1,13657", "--b-tid", 13657).returncode, 0)

    def test_a_limit_is_a_number(self):
        for limit in ("nan", "inf", "-inf", "-5"):
            done = compare(PLAIN, OFTEN, f"--fail-above={limit}")
            self.assertEqual((done.returncode, done.stdout), (2, ""), limit)
            self.assertIn("--fail-above takes a number of percent, 0 or more", done.stderr)

    def test_growth_is_told_apart_from_the_limit(self):
        grown = compared(PLAIN, OFTEN)["grownPercent"]
        for limit in (round(grown, 1), round(grown, 2), round(grown, 4)):
            done = compare(PLAIN, OFTEN, f"--fail-above={limit}")
            self.assertEqual(done.returncode, int(grown > limit))
            told, more, most = re.search(r"changed by \+([\d.]+) %, which is (not more|more) than \+([\d.]+) %\n", done.stdout).groups()
            self.assertEqual((float(most), float(told) > float(most)), (limit, grown > limit), done.stdout)
            self.assertEqual(more == "more", grown > limit)

    def test_a_range_with_nothing_is_told_as_it_was_asked_for(self):
        for limits, words in ((("--b-from", 5, "--b-to", 6), "from 5 to 6"), (("--b-to", 6), "up to 6"),
                              (("--b-from", 3000000000000, "--b-to", 3000000001000), "from 3000000000000 to 3000000001000"),
                              (("--b-from", 3000000000000), "from 3000000000000")):
            found = compared(BEFORE, AFTER, *limits)
            self.assertEqual(found["b"]["part"], words + ", when nothing was recorded")
            self.assertEqual((found["b"]["from"], found["b"]["to"]), (None, None))
            self.assertIn(f"after.data: {words}, when nothing was recorded: self 0 ns", compare(BEFORE, AFTER, *limits).stdout)

    def test_headers_name_threads_and_ranges(self):
        begin = compared(KERNELS[1], KERNELS[1])["a"]["from"]
        for by in KINDS:
            text = compare(KERNELS[1], "--a-tid", 13657, "--b-from", begin, "--b-to", begin + 10**7, "--by", by).stdout
            self.assertRegex(text, r"^A  .*trace\.dat: thread 13657: ", by)
            self.assertRegex(text, rf"\nB  .*trace\.dat: from {begin} to {begin + 10**7}: ", by)

    def test_notes_are_of_the_threads_that_count(self):
        trace = KERNELS[1]
        rows = {row["tid"]: row for row in told("sched", trace)["threads"]}
        for by in ("thread", "latency", "wait"):
            whole = compare(trace, trace, "--by", by).stdout
            self.assertRegex(whole, r"A: 12 of 359 latencies are upper bounds")
            for limit in (("--a-tid", 13657, "--b-tid", 13656), ("--a-filter", "tid == 13657", "--b-filter", "tid == 13656")):
                text = compare(trace, trace, *limit, "--by", by).stdout
                self.assertNotRegex(text, r"\d+ of \d+ latenc", by)
        # All threads together have those of the trace.
        tids = ",".join(str(tid) for tid in rows)
        text = compare(trace, trace, "--a-tid", tids, "--by", "latency").stdout
        self.assertIn("A: 12 of 359 latencies are upper bounds", text)

    def test_slowest_calls_of_no_function(self):
        done = compare(PLAIN, "--slowest", "nosuch:1%")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("there is no function nosuch\n", done.stderr)
        head = compare(OFTEN, "--slowest", "look_up:1%").stdout.splitlines()[0]
        self.assertNotRegex(head, r"\d{4} usual|\d{4}\.\d+ calls")
        calls = next(row["calls"] for row in told("functions", OFTEN) if row["name"] == "look_up")
        text = compare(OFTEN, "--slowest", "look_up:1%").stdout
        counts = [re.search(rf"data: ([\d\s]+) {word} call", text)[1] for word in ("usual", "slowest")]
        self.assertEqual(sum(int(re.sub(r"\s", "", count)) for count in counts), calls)


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
class CompareCopiesTest(unittest.TestCase):
    def test_copies_have_no_p(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, "copy.data")
            shutil.copytree(PLAIN, copy)
            changed = pathlib.Path(folder, "changed.data")
            shutil.copytree(PLAIN, changed)
            options = changed / "default.opts"
            options.write_bytes(options.read_bytes() + b"\n")
            link = pathlib.Path(folder, "link.data")
            link.symlink_to(OFTEN)
            others = [word for name in ("moved", "locked") for word in ("--also-b", PLANTED / f"{name}.data")]
            another = PLANTED / "renamed.data"
            for also, copies in (([PLAIN, PLAIN], 2), ([copy, another], 1), ([link, another], 1), ([changed, another], 0)):
                words = [word for path in also for word in ("--also-a", path)]
                done = compare(PLAIN, OFTEN, *words, *others)
                self.assertEqual(done.returncode, 0)
                self.assertEqual(done.stderr.count("is the same recording as"), copies, done.stderr)
                self.assertEqual("chance is not judged" in done.stdout, copies > 0)
                found = compared(PLAIN, OFTEN, *words, *others)
                self.assertEqual(found["recordings"].get("copies", 0), copies)
                self.assertEqual({row["p"] for row in found["changes"]} == {None}, copies > 0)

    def test_a_copy_as_the_other_side_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, "copy.data")
            shutil.copytree(PLAIN, copy)
            for other, words in ((copy, f"{copy} is the same recording as {PLAIN}"), (OFTEN, "")):
                self.assertEqual(compared(PLAIN, other)["b"].get("copies", ""), words)
                self.assertEqual("is the same recording as" in compare(PLAIN, other).stdout, words != "")
            report = compare(PLAIN, copy, "--format", "html").stdout
            self.assertIn(f"B: {copy} is the same recording as {PLAIN}", report)
        # Parts of one trace are of one recording, which is asked for.
        self.assertNotIn("copies", compared(PLAIN, "--a-to", 5, "--b-from", 5)["b"])

    def test_recordings_of_a_side_tell_the_same(self):
        for other, why in ((KERNELS[1], "is of a kernel"), (recorded("killed-recorder"), "has no calls of the kind that")):
            for side in "ab":
                done = compare(PLAIN, OFTEN, f"--also-{side}", other)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(f"recordings of {side.upper()} must tell the same: ", done.stderr)
                self.assertIn(why, done.stderr)

    def test_nothing_is_inlined_that_has_another_name_in_one_recording(self):
        also = [word for side, names in (("a", ("moved", "renamed")), ("b", ("locked", "inlined"))) for name in names
                for word in (f"--also-{side}", PLANTED / f"{name}.data")]
        found = compared(PLAIN, OFTEN, *also)
        rows = {row["name"]: row for row in found["changes"]}
        self.assertNotIn("inlinedInto", rows["sum_of_bytes"])
        self.assertNotIn("inlined", rows["main"])


if __name__ == "__main__":
    unittest.main()
