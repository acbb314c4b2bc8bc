"""The views and functions of Perfetto's library: computed here once more, from rows of the tables alone."""
import collections
import math
import re
import statistics
import unittest

from tests.tools import test_query
from tests.tools.test_query import PROGRAM, ROOT, TRACES

SCHED = ROOT / "tests/data/tracecmd/v7-zstd.dat"
ALL = (*TRACES, SCHED)
SECOND = 1_000_000_000


def quantile(numbers, percent):
    """Interpolated between neighbours."""
    numbers = sorted(numbers)
    place = percent / 100 * (len(numbers) - 1)
    below = math.floor(place)
    return numbers[below] + (numbers[min(below + 1, len(numbers) - 1)] - numbers[below]) * (place - below)


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class LibraryTest(unittest.TestCase):
    ask = test_query.QueryTest.ask

    def slices(self, trace):
        return self.ask(trace, "SELECT *, self_dur FROM slice", "--limit", "1000000")

    def states(self, trace):
        return self.ask(trace, "SELECT * FROM thread_state ORDER BY utid, ts", "--limit", "1000000")

    def test_own_time_is_what_is_left(self):
        known = 0
        for trace in ALL:
            with self.subTest(trace=trace):
                slices = self.slices(trace)
                within = collections.defaultdict(list)
                for one in slices:
                    within[one["parent_id"]].append(one["dur"])
                for one in slices:
                    if one["category"] != "thread":
                        continue
                    inner = within[one["id"]]
                    left = None if one["dur"] < 0 or -1 in inner else one["dur"] - sum(inner)
                    self.assertEqual(one["self_dur"], left, one)
                    known += left is not None
                view = self.ask(trace, "SELECT * FROM slice_self_dur")
                self.assertEqual({row["id"]: row["self_dur"] for row in view},
                                 {one["id"]: one["self_dur"] for one in slices})
        self.assertGreater(known, 1000)

    def test_slices_around_and_within(self):
        for trace in ALL:
            slices = {one["id"]: one for one in self.slices(trace)}
            within = collections.defaultdict(list)
            for one in slices.values():
                within[one["parent_id"]].append(one["id"])
            # The outermost with the most slices within, a deep one, and one in the middle.
            most = max((number for number in within if number), key=lambda number: len(within[number]), default=None)
            if most is None:
                continue
            deep = max(slices.values(), key=lambda one: one["depth"])["id"]
            for number in {most, deep, sorted(slices)[len(slices) // 2]}:
                with self.subTest(trace=trace, slice=number):
                    around, at = [], slices[number]["parent_id"]
                    while at is not None:
                        around.append(at)
                        at = slices[at]["parent_id"]
                    found = self.ask(trace, f"SELECT id, name FROM ancestor_slice({number})")
                    self.assertEqual(sorted(row["id"] for row in found), sorted(around))
                    down, left = [], list(within[number])
                    while left:
                        down.append(left.pop())
                        left += within[down[-1]]
                    found = self.ask(trace, f"SELECT id, name FROM descendant_slice({number})", "--limit", "1000000")
                    self.assertEqual(sorted(row["id"] for row in found), sorted(down))
                    self.assertTrue(all(row["name"] == slices[row["id"]]["name"] for row in found))

    def test_time_in_states_of_slices(self):
        any_known = 0
        for trace in ALL:
            with self.subTest(trace=trace):
                of_thread = collections.defaultdict(list)
                for state in self.states(trace):
                    of_thread[state["utid"]].append(state)
                on_cpu = {row["id"]: row["cpu_time"]
                          for row in self.ask(trace, "SELECT * FROM thread_slice_cpu_time", "--limit", "1000000")}
                in_state = collections.defaultdict(dict)
                for row in self.ask(trace, "SELECT * FROM thread_slice_time_in_state", "--limit", "1000000"):
                    in_state[row["id"]][row["state"]] = row["dur"]
                for one in self.slices(trace):
                    if one["utid"] is None:
                        continue
                    times = collections.Counter()
                    for state in of_thread[one["utid"]]:
                        if state["ts"] < one["end_ts"] and state["end_ts"] > one["ts"]:
                            times[state["state"]] += min(state["end_ts"], one["end_ts"]) - max(state["ts"], one["ts"])
                    known = sum(times.values()) - times["Unknown"] == one["dur"]
                    self.assertEqual(on_cpu[one["id"]], times["Running"] if known else None, one)
                    times.pop("Unknown", None) if "Unknown" not in in_state[one["id"]] else None
                    self.assertEqual(in_state.get(one["id"], {}), dict(times) if one["dur"] >= 0 else {}, one)
                    any_known += known and one["dur"] > 0
        self.assertGreater(any_known, 10)

    def test_latencies_of_what_runs(self):
        for trace in (ALL[1], SCHED):
            with self.subTest(trace=trace):
                expected, before = {}, None
                for state in self.states(trace):
                    follows = before and before["utid"] == state["utid"] and before["end_ts"] == state["ts"]
                    if state["state"] == "Running" and follows and before["state"] in ("R", "R+"):
                        expected[state["id"]] = (before["id"], None if before["incomplete"] else before["dur"])
                    before = state
                found = self.ask(trace, "SELECT * FROM sched_latency_for_running_interval")
                self.assertEqual({row["sched_id"]: (row["runnable_latency_id"], row["latency_dur"]) for row in found},
                                 expected)
                self.assertTrue(expected)

    def test_how_busy_cpus_were(self):
        for trace, interval in ((SCHED, 10_000_000), (SCHED, SECOND), (ALL[1], 50_000)):
            with self.subTest(trace=trace, interval=interval):
                [bounds] = self.ask(trace, "SELECT * FROM trace_bounds")
                [cpus] = self.ask(trace, "SELECT count(*) AS n FROM cpu")
                begin, end = bounds["start_ts"], bounds["end_ts"]
                busy = collections.Counter()
                for state in self.states(trace):
                    if state["state"] != "Running":
                        continue
                    at = state["ts"]
                    while at < state["end_ts"]:
                        number = (at - begin) // interval
                        until = min(state["end_ts"], begin + (number + 1) * interval)
                        busy[begin + number * interval] += until - at
                        at = until
                found = self.ask(trace, f"SELECT * FROM cpu_utilization_per_period({interval})")
                self.assertEqual([row["ts"] for row in found], sorted(busy))
                for row in found:
                    whole = busy[row["ts"]] / min(interval, end - row["ts"])
                    self.assertAlmostEqual(row["unnormalized_utilization"], whole, 9)
                    self.assertAlmostEqual(row["utilization"], whole / cpus["n"], 9)
        # What all threads did is what the CPUs did.
        threads = self.ask(SCHED, "SELECT total(u.unnormalized_utilization) AS all_of_them FROM thread\n"
                                  "CROSS JOIN cpu_thread_utilization_per_period(10000000, thread.utid) AS u")
        cpus = self.ask(SCHED, "SELECT total(unnormalized_utilization) AS all_of_them FROM cpu_utilization_per_period(10000000)")
        self.assertAlmostEqual(threads[0]["all_of_them"], cpus[0]["all_of_them"], 6)

    def test_macros_of_intervals(self):
        rows = self.ask(SCHED, "SELECT id, ts, dur, utid, cpu FROM sched ORDER BY id")
        # How many there are at each change.
        changes = collections.defaultdict(collections.Counter)
        for row in rows:
            for group in (None, row["cpu"]):
                changes[group][row["ts"]] += 1
                if row["dur"] != -1:
                    changes[group][row["ts"] + row["dur"]] -= 1
        counts = {}
        for group, steps in changes.items():
            count = 0
            for at in sorted(steps):
                count += steps[at]
                counts[group, at] = count
        found = self.ask(SCHED, "SELECT * FROM intervals_overlap_count!(sched, ts, dur)", "--limit", "1000000")
        self.assertEqual({(None, row["ts"]): row["value"] for row in found},
                         {place: count for place, count in counts.items() if place[0] is None})
        found = self.ask(SCHED, "INCLUDE PERFETTO MODULE intervals.overlap;\n"
                                "CREATE PERFETTO TABLE per_cpu AS SELECT * FROM\n"
                                " intervals_overlap_count_by_group!((SELECT * FROM sched), ts, dur, cpu);\n"
                                "SELECT ts, value, group_name FROM per_cpu", "--limit", "1000000")
        self.assertEqual({(row["group_name"], row["ts"]): row["value"] for row in found},
                         {place: count for place, count in counts.items() if place[0] is not None})
        # What two CPUs did at once, by a macro in a function.
        halves = [[row for row in rows if row["cpu"] == cpu] for cpu in (0, 1)]
        ends = {row["id"]: float("inf") if row["dur"] == -1 else row["ts"] + row["dur"] for row in rows}
        expected = {(max(a["ts"], b["ts"]), a["id"], b["id"]) for a in halves[0] for b in halves[1]
                    if a["ts"] < ends[b["id"]] and b["ts"] < ends[a["id"]]}
        found = self.ask(SCHED, "CREATE PERFETTO FUNCTION together(one INT, other INT) RETURNS TABLE(ts INT, dur INT, a INT, b INT) AS\n"
                                "SELECT ts, dur, id_0, id_1 FROM _interval_intersect!(((SELECT * FROM sched WHERE cpu = $one),\n"
                                "  (SELECT * FROM sched WHERE cpu = $other)), ());\n"
                                "SELECT * FROM together(0, 1)", "--limit", "1000000")
        self.assertEqual({(row["ts"], row["a"], row["b"]) for row in found}, expected)
        self.assertTrue(expected)
        self.assertTrue(all(row["dur"] == -1 or row["ts"] + row["dur"] == min(ends[row["a"]], ends[row["b"]])
                            for row in found))
        # The same thread is never on two CPUs.
        [none] = self.ask(SCHED, "SELECT count(*) AS n FROM _interval_intersect!(((SELECT * FROM sched WHERE cpu = 0),\n"
                                 "  (SELECT * FROM sched WHERE cpu = 1)), (utid))")
        self.assertEqual(none["n"], 0)

    def test_macros_that_are_none(self):
        for sql, why in (("SELECT * FROM nothing!(sched, ts, dur)", "no macro nothing"),
                         ("SELECT * FROM intervals_overlap_count!(sched, ts)", "takes other arguments"),
                         ("SELECT * FROM intervals_overlap_count!(sched, ts, dur", "takes other arguments"),
                         ("SELECT * FROM _interval_intersect!((sched), (utid))", "takes other arguments"),
                         ("SELECT * FROM intervals_overlap_count!(sched, ts, durr)", "no such column: durr")):
            with self.subTest(sql):
                done = test_query.tracepane("query", SCHED, sql)
                self.assertEqual(done.returncode, 2)
                self.assertIn(why, done.stderr)
        self.assertEqual(done.stderr.splitlines()[-1].index("^"), done.stderr.splitlines()[-2].index("durr"))

    def test_percentiles(self):
        for trace in ALL:
            with self.subTest(trace=trace):
                groups = collections.defaultdict(list)
                for one in self.slices(trace):
                    groups[one["name"]].append(one["dur"])
                found = self.ask(trace, "SELECT name, median(dur) AS half, percentile(dur, 90) AS nine, stddev(dur) AS spread,\n"
                                        "percentile(dur, 0) AS least, percentile(dur, 100) AS most FROM slice GROUP BY name")
                self.assertEqual(len(found), len(groups))
                for row in found:
                    numbers = groups[row["name"]]
                    self.assertAlmostEqual(row["half"], statistics.median(numbers), 3)
                    self.assertAlmostEqual(row["nine"], quantile(numbers, 90), 3)
                    self.assertEqual((row["least"], row["most"]), (min(numbers), max(numbers)))
                    if len(numbers) > 1:
                        self.assertTrue(math.isclose(row["spread"], statistics.stdev(numbers), rel_tol=1e-9, abs_tol=1e-6))
                    else:
                        self.assertIsNone(row["spread"])
        [nothing] = self.ask(SCHED, "SELECT median(NULL) AS a, percentile(ts, 50) AS b FROM slice WHERE name = 'nobody'")
        self.assertEqual(nothing, {"a": None, "b": None})

    def test_regular_expressions_and_times(self):
        for trace in ALL:
            with self.subTest(trace=trace):
                names = [one["name"] for one in self.slices(trace)]
                pattern = "^[a-m].*e|t$"
                [found] = self.ask(trace, f"SELECT count(*) AS n FROM slice WHERE name REGEXP '{pattern}'")
                self.assertEqual(found["n"], sum(bool(re.search(pattern, name)) for name in names))
        [row] = self.ask(SCHED, "SELECT time_to_ms(2999999) AS a, time_from_ms(3) AS b, time_from_days(2) AS c,\n"
                                "time_to_hours(7200000000000) AS d, time_to_s(-1500000000) AS e, time_from_us(NULL) AS f,\n"
                                "trace_end() - trace_start() - trace_dur() AS g")
        self.assertEqual(list(row.values()), [2, 3_000_000, 172_800 * SECOND, 2, -1, None, 0])


if __name__ == "__main__":
    unittest.main()
