"""Functions compared: differences are those of `uftrace report --diff`, and noise is what halves of `uftrace dump` differ by."""
import collections
import itertools
import re
import shutil
import subprocess
import unittest

from tests.tools import dumped_calls
from tests.tools.compare_runs import AFTER, BEFORE, PLANTED, PROGRAM, RENAMED, SAMPLES, compare, compared, recorded, told

STEPS = {"us": 1, "ms": 1000, "s": 1_000_000}  # of the last digit that uftrace prints, in ns


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
class CompareUftraceTest(unittest.TestCase):
    @unittest.skipUnless(shutil.which("uftrace"), "uftrace is not here")
    def test_noise_is_what_halves_differ_by(self):
        marked = 0
        for a, b in ((BEFORE, AFTER), RENAMED, (recorded("read-triggers-013"), recorded("watch-var-013")),
                     (recorded("threads12-013"), recorded("cxx-013")),
                     (recorded("sched-013"), recorded("killed-013"))):
            found = compared(a, b)
            differences = [self.halves(trace, found[side]) for side, trace in (("a", a), ("b", b))]
            for row in found["changes"]:
                names = row.get("before", row["name"]), row["name"]
                known = [one[name] for one, name in zip(differences, names) if name in one]
                below = 5 * max(known) if known else None
                self.assertEqual(row["noiseBelow"], below, row["name"])
                both = row["kind"] == "both"
                self.assertEqual(row["noise"], both and bool(known) and 0 < abs(row["change"]) < below)
                marked += row["noise"]
            self.assertEqual(compare(a, b).stdout.count("≈"), sum(row["noise"] for row in found["changes"]) +
                             any(row["noise"] for row in found["changes"]))
        self.assertGreater(marked, 3)

    def halves(self, trace, side):
        """By function: by how much the self times differ of calls that began in either half, if some began in both."""
        middle = (side["from"] + side["to"]) // 2
        counts, sums = (collections.defaultdict(lambda: [0, 0]) for _ in range(2))
        for call in dumped_calls.calls(trace):
            half = call.begin >= middle
            counts[call.name][half] += 1
            sums[call.name][half] += call.self
        return {name: abs(second - first) for name, (first, second) in sums.items() if all(counts[name])}

    @unittest.skipUnless(shutil.which("uftrace"), "uftrace is not here")
    def test_what_moved_is_called_within_other_outermost_calls(self):
        met = []
        for name in ("slower", "often", "moved", "locked", "inlined"):
            a, b = PLANTED / "plain.data", PLANTED / f"{name}.data"
            times = [self.by_outermost(trace) for trace in (a, b)]
            found = {row["name"]: row for row in compared(a, b)["changes"]}
            for function in times[0].keys() & times[1].keys():
                before, after = (side[function] for side in times)
                gone, come = (sum(one[outermost] for outermost in one.keys() - other.keys())
                              for one, other in ((before, after), (after, before)))
                # Of these programs, what is called in both has as many calls there, or all of it is called in one.
                expected = min(gone, come)
                moved = found.get(function, {}).get("moved")
                self.assertEqual(moved["time"] if moved else 0, expected, (name, function))
                if moved:
                    met.append((name, function))
                    for side, key, sign in ((before, "from", -1), (after, "to", 1)):
                        self.assertEqual({part["within"]: sign * part["change"] for part in moved[key]}, side)
        self.assertEqual(met, [("moved", "index_page")])

    def by_outermost(self, trace):
        """By function: the self time of its calls within each outermost function."""
        sums = collections.defaultdict(collections.Counter)
        for call in dumped_calls.calls(trace):
            sums[call.name][call.within[0][1] if call.within else "[no caller]"] += call.self
        return sums

    @unittest.skipUnless(shutil.which("uftrace"), "uftrace is not here")
    def test_differences_are_those_of_uftrace(self):
        # Of Rust, Debian's uftrace prints mangled names; those of 0.19 with arguments it can't read.
        names = ("fib-nopie", "fib-args", "killed", "threads12", "cxx", "sched", "read-triggers", "sdt", "args-auto", "watch-var")
        traces = [recorded(name + "-013") for name in names]
        for a, b in ((BEFORE, AFTER), RENAMED, (recorded("killed-013"), recorded("killed")), *itertools.pairwise(traces)):
            with self.subTest(a=a, b=b):
                self.compare_with_uftrace(a, b)

    def compare_with_uftrace(self, a, b):
        done = subprocess.run(["uftrace", "report", "--no-pager", "--no-event", "-d", a, "--diff", b, "--diff-policy", "full,no-percent"],
                              capture_output=True, text=True, timeout=120, check=True)
        found = {row.get("before", row["name"]): row for row in compared(a, b)["changes"]}
        found |= {row["name"]: row for row in found.values()}
        # uftrace ends a call without an end where the trace ends, and counts an end without a beginning.
        unknown = {row["name"] for trace in (a, b) for row in told("functions", trace) if row["open"] + row["unbegun"] > 0}
        printed = set()
        for line in done.stdout.splitlines():
            # uftrace leaves events away from the first trace only, and subtracts these times in the wrong direction.
            if line.startswith("#") or "linux:schedule" in line or not re.search(r"\d", line):
                continue
            # Two spaces part columns, and a number from " s".
            *columns, name = re.split(r"\s{2,}", re.sub(r"(?<=\d)  s\b", " s", re.sub(r"(?<=\s)-(?=\s)", "0 us", line)).strip())
            printed.add(name)
            if name in unknown:
                continue
            total, self_time, calls = columns[0:3], columns[3:6], columns[6:9]
            if name not in found:
                self.assertEqual(calls[2], "+0", name)
                self.assertRegex(total[2] + self_time[2], r"^[+-]?0(\.000)? us[+-]?0(\.000)? us$")
                continue
            row = found[name]
            if row["guessed"]:  # uftrace has a row for each
                sides = ["a"] if name == row["before"] else ["b"]
            else:
                sides = ["a", "b"]
                self.assertEqual(int(calls[2]), row["callsChange"], name)
                self.assert_printed(total[2], row["totalChange"])
                self.assert_printed(self_time[2], row["change"])
            for side in sides:
                place = "ab".index(side)
                self.assertEqual(int(calls[place]), row[side]["calls"], name)
                self.assert_printed(total[place], row[side]["total"] or 0)
                self.assert_printed(self_time[place], row[side]["self"])
        self.assertLessEqual({name for name in found if not name.startswith("linux:schedule")}, printed)

    def assert_printed(self, text, time):
        number, unit = re.fullmatch(r"[+-]?([\d.]+) *(\w+)", text).groups()
        self.assertLess(abs(float(number) * 1000 * STEPS[unit] - abs(time)), STEPS[unit], f"{text} is not {time}")


if __name__ == "__main__":
    unittest.main()
