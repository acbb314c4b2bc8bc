"""The slowest calls of a function, compared with the usual ones, are those of `uftrace dump`."""
import collections
import shutil
import unittest

from tests.tools import dumped_calls
from tests.tools.compare_runs import AFTER, BEFORE, PLANTED, PROGRAM, SAMPLES, CheckedSums, compare, divided, recorded, rounded


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
class CompareSlowestTest(CheckedSums, unittest.TestCase):
    @unittest.skipUnless(shutil.which("uftrace"), "uftrace is not here")
    def test_slowest_calls_are_those_of_uftrace(self):
        checked = 0
        for trace, function, share in ((PLANTED / "plain.data", "store", 5), (PLANTED / "locked.data", "store", 30),
                                       (PLANTED / "locked.data", "draw_row", 1), (BEFORE, "slower", 10), (BEFORE, "main", 1),
                                       (recorded("cxx-013"), "main", 50), (recorded("sched-013"), "pause_us", 20),
                                       (recorded("sched-013"), "usleep", 40), (recorded("fib-nopie-013"), "fib", 10),
                                       (recorded("threads12-013"), "nap", 10), (recorded("threads12-013"), "worker", 25)):
            with self.subTest(trace=trace, function=function):
                checked += self.check_slowest(trace, function, share)
        self.assertGreater(checked, 5)

    def check_slowest(self, trace, function, share):
        calls = dumped_calls.calls(trace)
        by_number = {call.number: call for call in calls}
        parts = collections.defaultdict(list)  # number of an outermost call of the function -> what is within it
        for call in calls:
            names = [*call.within, (call.number, call.name)]
            at = next((i for i, (_, name) in enumerate(names) if name == function), None)
            if at is not None and names[at][0] in by_number:
                parts[names[at][0]].append((call, call.name in {name for _, name in names[at:-1]}))
        durations = sorted(by_number[number].duration for number in parts)
        done = compare(trace, "--slowest", f"{function}:{share}%")
        least = durations[-max(1, -(-len(durations) * share // 100))] if durations else 0
        if not durations or least == durations[0]:
            self.assertEqual(done.returncode, 2)
            self.assertIn("of which none would be a usual one", done.stderr)
            return 0
        found = divided(trace, "--slowest", f"{function}:{share}%")
        self.check_sums(found)
        sides = [collections.defaultdict(lambda: [0, 0, 0]) for _ in range(2)]
        numbers = [0, 0]
        for number, within in parts.items():
            slow = by_number[number].duration >= least
            numbers[slow] += 1
            for call, recursive in within:
                sums = sides[slow][call.name]
                sums[0] += 1
                sums[1] += call.self
                sums[2] += 0 if recursive else call.duration
        self.assertIn(f"{numbers[1]} slowest call", found["b"]["part"])
        rows = {row["name"]: row for row in found["changes"]}
        for name in {*sides[0], *sides[1]}:
            expected = [{key: rounded(figure, count) for key, figure in zip(("calls", "self", "total"), side[name], strict=True)}
                        for side, count in zip(sides, numbers, strict=True)]
            if name not in rows:
                self.assertEqual(expected[0], expected[1], name)
                continue
            for side, figures in zip("ab", expected, strict=True):
                own = {key: rows[name][side][key] for key in figures if key == "calls" or figures["calls"]}
                self.assertEqual(own, {key: figures[key] for key in own}, name)
        self.assertLessEqual(set(rows), {*sides[0], *sides[1]})
        return 1

    def test_slowest_takes_one_trace(self):
        for args in ((BEFORE,), (BEFORE, AFTER, "--slowest", "spend:1%"), (BEFORE, "--slowest", "spend"),
                     (BEFORE, "--slowest", "spend:1%", "--b-tid", 1), (BEFORE, "--slowest", "spend:1%", "--per", "second"),
                     (BEFORE, "--slowest", "nothing:1%")):
            done = compare(*args)
            self.assertEqual((done.returncode, done.stdout), (2, ""), args)
        one, eight = (compare(recorded("threads12"), "--slowest", "nap:10%", "--threads", threads).stdout for threads in (1, 8))
        self.assertEqual(one, eight)


if __name__ == "__main__":
    unittest.main()
