"""Latencies and waits of two traces of a kernel: sums that are exact, and equal to those of other verbs."""
import collections
import csv
import decimal
import io
import json
import subprocess
import unittest

from tests.tools.compare_runs import KERNELS, PROGRAM, SAMPLES, compare, compared, divided, rounded, told

STATES = ("runnable", "sleeping", "uninterruptible", "other", "unknown")
TRACES = [trace for trace in (*KERNELS, SAMPLES / "lttng/trace-2.6") if trace.exists()]


def halves(trace):
    done = subprocess.run([PROGRAM, "info", "--json", trace], capture_output=True, text=True, timeout=120, check=True)
    begin, end = (int(time) for time in json.loads(done.stdout)["range"])
    middle = begin + (end - begin) // 2
    return trace, trace, "--a-to", middle, "--b-from", middle


@unittest.skipUnless(PROGRAM.exists() and TRACES, "the native build is not here")
class CompareTimesTest(unittest.TestCase):
    def check_sums(self, found):
        changes, sizes = collections.Counter(), collections.defaultdict(list)
        for row in found["changes"]:
            self.assertEqual(row["byCount"] + row["byEach"], row["change"], row["name"])
            self.assertEqual(row["b"]["sum"] - row["a"]["sum"], row["change"])
            self.assertEqual(row["b"]["count"] - row["a"]["count"], row["countChange"])
            changes[row["group"]] += row["change"]
            sizes[row["group"]].append(abs(row["change"]))
        for group in found["groups"]:
            self.assertEqual(changes[group["group"]], group["change"] or 0)
            self.assertEqual(group["change"] is not None, group["compared"])
            self.assertEqual(sizes[group["group"]], sorted(sizes[group["group"]], reverse=True))

    def test_a_trace_does_not_differ_from_itself(self):
        for trace in TRACES:
            for by in ("latency", "wait"):
                with self.subTest(trace=trace, by=by):
                    found = compared(trace, trace, "--by", by, "--fail-above", 0)
                    self.assertEqual(found["changes"], [])
                    self.assertFalse(found["failed"])
                    self.assertGreater(found["same"], 0)

    def test_sums_are_exact(self):
        for trace in TRACES:
            for by in ("latency", "wait"):
                with self.subTest(trace=trace, by=by):
                    found = compared(*halves(trace), "--by", by)
                    self.assertGreater(len(found["changes"]), 5)
                    self.check_sums(found)

    def test_waits_tile_the_states_of_threads(self):
        for trace in TRACES:
            with self.subTest(trace=trace):
                waits, threads = (compared(*halves(trace), "--by", by) for by in ("wait", "thread"))
                for group in waits["groups"]:
                    for side in "ab":
                        self.assertEqual(group[side]["sum"], threads[side][group["group"]])
                self.assertEqual([group["group"] for group in waits["groups"]], list(STATES))

    def test_latencies_are_those_of_latencies(self):
        a, b = KERNELS[0], KERNELS[2]
        found = compared(a, b, "--by", "latency")
        self.check_sums(found)
        for side, trace in (("a", a), ("b", b)):
            rows = {(row["kind"], row["name"]): row for row in told("latencies", trace)["rows"]}
            for row in found["changes"]:
                own = rows.get((row["group"], row["name"]))
                figures = row[side]
                if figures["count"] + figures["unknown"] == 0:
                    self.assertIsNone(own)
                    continue
                for name in ("count", "atMost", "unknown"):
                    self.assertEqual(figures[name], own[name], row["name"])
                if figures["count"]:
                    self.assertEqual((figures["median"], figures["max"]), (own["median"], own["max"]), row["name"])

    def test_what_one_side_does_not_tell_is_no_change(self):
        found = compared(KERNELS[0], KERNELS[2], "--by", "latency")
        groups = {group["group"]: group for group in found["groups"]}
        self.assertFalse(groups["syscall"]["a"]["told"])
        self.assertTrue(groups["syscall"]["b"]["told"])
        self.assertIsNone(groups["syscall"]["change"])
        self.assertNotIn("syscall", {row["group"] for row in found["changes"]})
        self.assertIn("system calls: only B has any", compare(KERNELS[0], KERNELS[2], "--by", "latency").stdout)

    def test_threads_of_one_number(self):
        tid = told("sched", KERNELS[1])["threads"][0]["tid"]
        sides = [*halves(KERNELS[1]), "--a-tid", tid, "--b-tid", tid]
        found = compared(*sides, "--by", "latency")
        self.assertLessEqual({row["group"] for row in found["changes"]}, {"wakeup", "syscall"})
        waits = compared(*sides, "--by", "wait")
        self.assertEqual(len({row["thread"] for row in waits["changes"]}), 1)
        threads = compared(*sides, "--by", "thread")
        for group in waits["groups"]:
            self.assertEqual(group["a"]["sum"], threads["a"][group["group"]])

    def test_csv_has_the_same_rows(self):
        for by in ("latency", "wait"):
            found = compared(*halves(KERNELS[1]), "--by", by)
            rows = list(csv.DictReader(io.StringIO(compare(*halves(KERNELS[1]), "--by", by, "--format", "csv").stdout)))
            self.assertEqual([(row["group"], row["thread"], row["name"], int(row["change"])) for row in rows],
                             [(row["group"], row.get("thread", ""), row["name"], row["change"]) for row in found["changes"]])

    def test_figures_for_each_second(self):
        whole = compared(*halves(KERNELS[1]), "--by", "latency")
        found = divided(*halves(KERNELS[1]), "--by", "latency", "--per", "second")
        self.assertEqual(found["per"], "second")
        seconds = decimal.Decimal(whole["a"]["to"] - whole["a"]["from"]) / 10**9
        rows = {(row["group"], row["name"]): row for row in found["changes"]}
        for row in whole["changes"]:
            own = rows[row["group"], row["name"]]
            self.assertLessEqual(abs(own["a"]["sum"] - row["a"]["sum"] / seconds), decimal.Decimal("0.001"))
            self.assertEqual(own["byCount"] + own["byEach"], own["change"])
        self.assertEqual(compare(*halves(KERNELS[1]), "--by", "wait", "--per", "total").returncode, 2)

    def test_threads_for_each_second(self):
        for trace in TRACES:
            with self.subTest(trace=trace):
                begin, end = (int(time) for time in json.loads(self.info(trace))["range"])
                third = begin + (end - begin) // 3  # of two parts that are not equally long
                parts = [trace, trace, "--a-to", third, "--b-from", third]
                whole = compared(*parts, "--by", "thread")
                found = divided(*parts, "--by", "thread", "--per", "second")
                self.assertEqual(found["per"], "second")
                seconds = {side: decimal.Decimal(whole[side]["to"] - whole[side]["from"]) / 10**9 for side in "ab"}
                keys = ("running", *STATES, "assumed", "switches")
                rows = {row["name"]: row for row in whole["changes"]}
                sums = {side: collections.Counter() for side in "ab"}
                for row in found["changes"]:
                    for side in "ab":
                        own = rows[row["name"]][side]
                        self.assertEqual(row[side]["threads"], own["threads"])
                        self.assertEqual({key: row[side][key] for key in keys},
                                         {key: rounded(own[key], seconds[side]) for key in keys}, row["name"])
                        sums[side].update({key: row[side][key] for key in keys})
                    for state in ("running", *STATES):
                        self.assertEqual(row["change"][state], row["b"][state] - row["a"][state])
                for key in keys:  # what is in no row is the same on both sides
                    self.assertEqual(sums["b"][key] - sums["a"][key], found["b"][key] - found["a"][key])
                table = csv.DictReader(io.StringIO(compare(*parts, "--by", "thread", "--per", "second", "--format", "csv").stdout))
                self.assertEqual([(row["name"], decimal.Decimal(row["runningChange"]), decimal.Decimal(row["switchesB"])) for row in table],
                                 [(row["name"], row["change"]["running"], row["b"]["switches"]) for row in found["changes"]])
                text = compare(*parts, "--by", "thread", "--per", "second").stdout
                self.assertIn("per second, each rounded to a thousandth", text)
                self.assertEqual(text, compare(*parts, "--by", "thread", "--per", "second", "--threads", 8).stdout)
        self.assertEqual(compare(*halves(KERNELS[1]), "--by", "thread", "--per", "total").returncode, 2)
        # What is compared does not depend on whether it is divided.
        self.assertEqual(divided(*halves(KERNELS[1]), "--per", "second")["by"], "thread")

    def info(self, trace):
        return subprocess.run([PROGRAM, "info", "--json", trace], capture_output=True, text=True, timeout=120, check=True).stdout

    def test_growth_above_a_limit_is_told(self):
        found = compared(*halves(KERNELS[1]), "--by", "wait", "--fail-above", 1)
        groups = {group["group"]: group for group in found["groups"]}
        grown = any(groups[name]["b"]["sum"] > groups[name]["a"]["sum"] * 1.01 for name in ("runnable", "uninterruptible"))
        self.assertEqual(found["failed"], grown)
        self.assertEqual(compare(*halves(KERNELS[1]), "--by", "wait", "--fail-above", 1).returncode, int(grown))

    def test_the_same_by_one_and_eight_threads(self):
        for by in ("latency", "wait"):
            sides = [*halves(KERNELS[1]), "--by", by]
            self.assertEqual(compare(*sides, "--threads", 1).stdout, compare(*sides, "--threads", 8).stdout)


if __name__ == "__main__":
    unittest.main()
