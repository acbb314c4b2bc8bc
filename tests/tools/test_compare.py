"""Two traces compared: sums that are exact, equal to those of other verbs and to `uftrace report --diff`, and changes that are known."""
import collections
import csv
import decimal
import itertools
import json
import pathlib
import re
import shutil
import subprocess
import unittest

from tests.tools import dumped_calls

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLES = ROOT / "build/samples"
COMPARED = ROOT / "tests/data/uftrace/compared"
BEFORE, AFTER = COMPARED / "before.data", COMPARED / "after.data"
PLANTED = ROOT / "tests/data/uftrace/planted"
RENAMED = [ROOT / "tests/data/uftrace/renamed" / name for name in ("before.data", "after.data")]
STEPS = {"us": 1, "ms": 1000, "s": 1_000_000}  # of the last digit that uftrace prints, in ns
STATES = ("running", "runnable", "sleeping", "uninterruptible", "other", "unknown")
KERNELS = [SAMPLES / "tracecmd" / name / "trace.dat" for name in ("v7-none-sched", "v7-zstd-gcc", "v6-sched-syscalls")]


def recorded(name):
    return SAMPLES / "uftrace" / name / "uftrace.data"


def compare(*args):
    return subprocess.run([PROGRAM, "compare", *map(str, args)], capture_output=True, text=True, timeout=120, check=False)


def compared(*args):
    done = compare(*args, "--format", "json")
    return json.loads(done.stdout)


def divided(*args):
    """As compared(), with the decimals as they are written."""
    return json.loads(compare(*args, "--format", "json").stdout, parse_float=decimal.Decimal)


def rounded(figure, by):
    return (decimal.Decimal(figure) / by).quantize(decimal.Decimal("0.001"), decimal.ROUND_HALF_UP)


def told(verb, trace, *args):
    done = subprocess.run([PROGRAM, verb, trace, *args, "--format", "json"], capture_output=True, text=True, timeout=120, check=False)
    return json.loads(done.stdout)


def all_traces():
    """Every trace of the samples and of tests/data, each once."""
    found = [*SAMPLES.glob("uftrace/*/uftrace.data"), *SAMPLES.glob("tracecmd/*/trace.dat"), *SAMPLES.glob("xray/*/log.xray"),
             *SAMPLES.glob("xray/gen/*.xray"), *(path for path in SAMPLES.glob("lttng/*/*") if path.is_dir()),
             *(ROOT / "tests/data").glob("tracecmd/*.dat"), *(ROOT / "tests/data").glob("xray/*.xray"),
             *(ROOT / "tests/data").glob("lttng/*/"), *(ROOT / "tests/data").glob("uftrace/*/*.data")]
    return sorted(set(found))


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
class CompareTest(unittest.TestCase):
    def check_sums(self, found):
        """What holds for every pair."""
        self.assertEqual(found["by"], "function")
        change = sum(row["change"] for row in found["changes"] if "offCpu" not in row)
        self.assertEqual(change, found["b"]["self"] - found["a"]["self"])
        self.assertEqual(change, found["change"])
        for row in found["changes"]:
            self.assertEqual(row["byCalls"] + row["byEach"], row["change"], row["name"])
            self.assertEqual(row["b"]["self"] - row["a"]["self"], row["change"])
            self.assertEqual(row["b"]["calls"] - row["a"]["calls"], row["callsChange"])
            if row["a"]["calls"] > 0:
                mean = row["a"]["self"] * row["callsChange"] / row["a"]["calls"]
                self.assertLessEqual(abs(row["byCalls"] - mean), 1 + abs(mean) / 10**12)
        sizes = [abs(row["change"]) for row in found["changes"]]
        self.assertEqual(sizes, sorted(sizes, reverse=True))

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
        moved = next(row for row in compared(*traces)["changes"] if row["name"] == "index_page")
        self.assertEqual(moved["callsChange"], 0)

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

    def test_slowest_takes_one_trace(self):
        for args in ((BEFORE,), (BEFORE, AFTER, "--slowest", "spend:1%"), (BEFORE, "--slowest", "spend"),
                     (BEFORE, "--slowest", "spend:1%", "--b-tid", 1), (BEFORE, "--slowest", "spend:1%", "--per", "second"),
                     (BEFORE, "--slowest", "nothing:1%")):
            done = compare(*args)
            self.assertEqual((done.returncode, done.stdout), (2, ""), args)
        one, eight = (compare(recorded("threads12"), "--slowest", "nap:10%", "--threads", threads).stdout for threads in (1, 8))
        self.assertEqual(one, eight)

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

    def test_threads_are_those_of_sched(self):
        for a, b in itertools.permutations(KERNELS, 2):
            with self.subTest(a=a, b=b):
                found = compared(a, b, "--by", "thread")
                self.assertTrue(found["known"])
                sums = [collections.defaultdict(collections.Counter) for _ in range(2)]
                for side, trace in zip(sums, (a, b), strict=True):
                    for row in told("sched", trace)["threads"]:
                        side[row["name"]].update({key: row[key] for key in (*STATES, "switches", "assumed")} | {"threads": 1})
                differ = {name for name in {*sums[0], *sums[1]} if sums[0][name] != sums[1][name]}
                self.assertEqual({row["name"] for row in found["changes"]}, differ)
                for row in found["changes"]:
                    before, after = (side[row["name"]] for side in sums)
                    self.assertEqual(row["change"], {state: after[state] - before[state] for state in STATES})
                    self.assertEqual(row["a"], {key: before[key] for key in row["a"]})
                for state in STATES:
                    self.assertEqual(sum(row["change"][state] for row in found["changes"]), found["b"][state] - found["a"][state])

    def test_threads_of_one_number(self):
        tid = told("sched", KERNELS[1])["threads"][0]["tid"]
        found = compared(KERNELS[1], KERNELS[1], "--a-tid", tid)
        self.assertEqual((found["a"]["threads"], len(found["changes"]) > 1), (1, True))

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
