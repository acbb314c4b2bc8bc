"""Why a thread waited, and how long things took, on the command line: sums that are equal, and equal to other verbs'."""
import collections
import csv
import json
import pathlib
import re
import shutil
import subprocess
import unittest

from tests.oracle import kernel_stacks
from tests.tools import test_state_stacks

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLES = ROOT / "build/samples/tracecmd"


def tracepane(*args):
    return subprocess.run([PROGRAM, *map(str, args)], capture_output=True, text=True, timeout=60, check=False)


def told(*args):
    return json.loads(tracepane(*args, "--format", "json").stdout)


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
class WhyTest(unittest.TestCase):
    def test_the_times_add_up_to_the_range(self):
        for name in ("v7-zstd-gcc", "v6-instances", "lost-overwrite"):
            trace = SAMPLES / name / "trace.dat"
            tids = [one["tid"] for one in told("sched", trace)["threads"]][:8]
            for why in told("why", trace, "--tid", ",".join(map(str, tids)))["threads"]:
                whole = why["to"] - why["from"]
                self.assertEqual(sum(one["time"] for one in why["shares"]), whole)
                self.assertEqual(sum(one["end"] - one["begin"] for one in why["path"]), whole)
                waits = sum(one["end"] - one["begin"] for one in why["path"] if one["kind"] == "cpu")
                self.assertEqual(sum(one["time"] for one in why["cpuUsers"]) + why["cpuRest"], waits)
                self.assertEqual("".join(part["text"] for part in why["parts"]), why["sentence"])

    def test_a_range_is_that_part_of_the_path(self):
        trace = SAMPLES / "v7-zstd-gcc/trace.dat"
        (why,) = told("why", trace, "--tid", 13650, "--from", 2060943088255, "--to", 2060958120988)["threads"]
        self.assertEqual([(one["kind"], one["cpu"]) for one in why["path"]], [("cpu", 1)])
        text = tracepane("why", trace, "--tid", 13650).stdout
        self.assertIn("who ran meanwhile on the CPUs that were waited for, with the interrupts amid it\n", text)

    def test_a_report_lists_who_had_the_cpus_and_the_others(self):
        trace = SAMPLES / "v7-zstd-gcc/trace.dat"
        (why,) = told("why", trace, "--tid", 12668)["threads"]
        self.assertGreater(len(why["cpuUsers"]), 20)
        report = tracepane("why", trace, "--tid", 12668).stdout
        section = report.split("with the interrupts amid it\n")[1].split("\n\n")[0].splitlines()
        self.assertEqual(len(section), 22)
        self.assertIn(f"  {len(why['cpuUsers']) - 20} other", section[20])
        self.assertEqual(sum(int(line.split()[0]) for line in section),
                         sum(one["time"] for one in why["cpuUsers"]) + why["cpuRest"])

    def test_what_nothing_can_be_told_of_is_told(self):
        trace = SAMPLES / "v7-zstd-gcc/trace.dat"
        for args, said in ((("--tid", "13650", "--from", "2060943088255", "--to", "2060943088255"),
                            "the range from 2060943088255 to 2060943088255 has no length: --to must be later than --from"),
                           (("--tid", "99999"), "the trace has no thread 99999; it tells what "),
                           (("--tid", "13650,99999"), "the trace has no thread 99999; it tells what ")):
            for kind in ("text", "folded", "json"):
                done = tracepane("why", trace, *args, "--format", kind)
                self.assertEqual(done.returncode, 2)
                self.assertIn(said, done.stderr)
                if kind == "json":
                    self.assertEqual(json.loads(done.stdout)["threads"], [])
                    self.assertIn(said, json.loads(done.stdout)["note"])
                else:
                    self.assertEqual(done.stdout, "")
        known = str(len(told("sched", trace)["threads"]))
        self.assertIn(f"it tells what {known} threads did: ", tracepane("why", trace, "--tid", 99999).stderr.replace("\u202f", ""))

    def test_a_range_in_which_the_thread_is_not_there_is_told(self):
        trace = SAMPLES / "v7-zstd-gcc/trace.dat"
        (life,) = told("why", trace, "--tid", 13654)["threads"]
        _, end = json.loads(tracepane("info", "--json", trace).stdout)["range"]
        self.assertLess(life["to"], int(end))
        done = tracepane("why", trace, "--tid", 13654, "--from", life["to"] + 1, "--format", "json")
        said = f"lies in the range: it is known from {life['from']} to {life['to']}"
        self.assertEqual(done.returncode, 0)
        self.assertIn(said, done.stderr)
        self.assertEqual(json.loads(done.stdout)["threads"], [])
        self.assertIn(said, json.loads(done.stdout)["note"])

    def test_a_range_outside_of_the_trace_is_told(self):
        trace = SAMPLES / "v7-zstd-gcc/trace.dat"
        begin, end = json.loads(tracepane("info", "--json", trace).stdout)["range"]
        for span in (("--from", "1", "--to", "100"), ("--from", str(int(end) + 1))):
            for verb, key, formats in ((("latencies",), "rows", ("text", "csv", "json")),
                                       (("sched",), "threads", ("text", "csv", "json")),
                                       (("why", "--tid", "13650"), "threads", ("text", "folded", "json"))):
                for kind in formats:
                    done = tracepane(verb[0], trace, *verb[1:], *span, "--format", kind)
                    self.assertEqual(done.returncode, 0)
                    self.assertIn("nothing of the trace lies", done.stderr)
                    self.assertIn(f"from {begin} to {end}", done.stderr)
                    if kind == "json":
                        self.assertEqual(json.loads(done.stdout)[key], [])
                        self.assertIn("nothing of the trace lies", json.loads(done.stdout)["note"])
                    else:
                        self.assertLessEqual(len(done.stdout.splitlines()), 1, done.stdout)  # the head of the CSV

    def test_a_side_outside_of_the_trace_is_told(self):
        trace = SAMPLES / "v7-zstd-gcc/trace.dat"
        for by in ("thread", "wait", "latency"):
            answer = told("compare", trace, trace, "--by", by, "--a-from", 3000000000000, "--a-to", 3000000001000)
            self.assertEqual(answer["a"]["part"], "from 3000000000000 to 3000000001000, when nothing was recorded")
            self.assertEqual(answer["a"]["gaps"], "Nothing of the trace lies in this range.")

    def test_folded_chains_are_the_path(self):
        trace = SAMPLES / "v7-zstd-gcc/trace.dat"
        for tid in (13650, 13653, 12668):
            (why,) = told("why", trace, "--tid", tid)["threads"]
            expected, found = collections.Counter(), collections.Counter()
            for one in why["path"]:
                expected[one["depth"], one["tid"]] += one["end"] - one["begin"]
            for line in tracepane("why", trace, "--tid", tid, "--format", "folded").stdout.splitlines():
                stack, time = line.rsplit(" ", 1)
                *threads, _ = stack.split(";")
                self.assertEqual(threads[0].rsplit(" ", 1)[1], str(tid))
                found[len(threads) - 1, int(threads[-1].rsplit(" ", 1)[1])] += int(time)
            self.assertEqual(found, expected)

    def test_stacks_at_switches_lie_below_what_the_thread_did(self):
        # Nothing was woken in this trace, so that no thread is followed to another one.
        lines = (test_state_stacks.TRACE.parent / "report-noplugins.txt").read_text(errors="replace").split("\n")
        expected, found = collections.Counter(), collections.Counter()
        for (tid, frames), time in test_state_stacks.oracle(lines, kernel_stacks.WEIGHTS["off-cpu"]).items():
            if frames:
                expected[tid, frames[0]] += time
        innermost = {frame for _, frame in expected}
        for tid in {tid for tid, _ in expected}:
            for line in tracepane("why", test_state_stacks.TRACE, "--tid", tid, "--format", "folded").stdout.splitlines():
                stack, time = line.rsplit(" ", 1)
                thread, _, *frames = stack.split(";")
                self.assertEqual(thread.rsplit(" ", 1)[1], str(tid))
                if frames:
                    self.assertIn(frames[-1], innermost)
                    found[tid, frames[-1]] += int(time)
        self.assertEqual(found, expected)
        self.assertGreater(len(expected), 5)

    def test_what_is_not_there_is_said(self):
        done = tracepane("why", SAMPLES / "v7-zstd-gcc/trace.dat", "--tid", 999999)
        self.assertEqual(done.returncode, 2)
        self.assertIn("thread 999999", done.stderr)
        self.assertIn("--tid", tracepane("why", SAMPLES / "v7-zstd-gcc/trace.dat").stderr)

    def test_latencies_are_those_of_other_verbs(self):
        trace = SAMPLES / "v7-zstd-gcc/trace.dat"
        found, sched = told("latencies", trace), told("sched", trace)
        rows = {(one["kind"], one["name"]): one for one in found["rows"]}
        wakeup = rows["wakeup", "wakeup"]
        for name in ("count", "median", "p99", "max"):
            self.assertEqual(wakeup[name], sched["latency"][name])
        self.assertEqual([one["latency"] for one in found["worst"]], [one["latency"] for one in sched["worst"][:10]])
        groups = told("slices", trace, "--kind", "cpus", "--by", "name", "--filter", "depth > 0")["groups"]
        for group in groups:
            row = rows.get(("softirq", group["value"])) or rows["interrupt", group["value"]]
            self.assertEqual((row["count"], row["max"]), (group["count"], group["max"]))
            self.assertIn("time", row["maxAt"])
        self.assertEqual(len(list(csv.DictReader(tracepane("latencies", trace, "--format", "csv").stdout.splitlines()))),
                         len(found["rows"]))

    @unittest.skipUnless(shutil.which("trace-cmd"), "trace-cmd is not here")
    def test_waits_are_in_the_calls_that_the_reference_tool_tells(self):
        trace = SAMPLES / "v6-sched-syscalls/trace.dat"
        report = subprocess.run(["trace-cmd", "report", "-t", trace], capture_output=True, text=True, check=True).stdout
        line = re.compile(r"^\s*.+-(\d+)\s+\[\d+\]\s+(?:\S{4,5}\s+)?([\d.]+): (sys_enter|sys_exit|sched_switch):\s+(?:NR (\d+))?")
        calls, left = {}, {}  # by thread: the number of the open call; by thread and time: that of a switch away
        for match in filter(None, map(line.match, report.splitlines())):
            tid, time, event, number = int(match[1]), int(match[2].replace(".", "")), match[3], match[4]
            if event == "sys_enter":
                calls[tid] = number
            elif event == "sys_exit":
                calls.pop(tid, None)
            else:
                left[tid, time] = calls.get(tid)
        names = collections.defaultdict(set)
        seen = 0
        for tid in (15608, 15610, 15611, 15612, 15613):
            for why in told("why", trace, "--tid", tid)["threads"]:
                for one in why["path"]:
                    if one["kind"] == "blocked" and (one["tid"], one["begin"]) in left:
                        names[left[one["tid"], one["begin"]]].add(one.get("call"))
                        seen += 1
        self.assertGreater(seen, 100)
        # Each number has one name, and no name stands for several, or for none.
        self.assertTrue(all(len(each) == 1 for each in names.values()), names)
        self.assertEqual(len({name for each in names.values() for name in each}), len(names))
        self.assertEqual(names[None], {None})

    @unittest.skipUnless(shutil.which("trace-cmd"), "trace-cmd is not here")
    def test_softirqs_are_pending_as_the_reference_tool_tells(self):
        trace = SAMPLES / "v7-zstd-gcc/trace.dat"
        report = subprocess.run(["trace-cmd", "report", "-t", trace], capture_output=True, text=True, check=True).stdout
        edge = re.compile(r"\[(\d+)\]\s+(?:\S{4,5}\s+)?([\d.]+): softirq_(raise|entry): .*\[action=(\w+)\]")
        raised, waits, unknown = {}, collections.defaultdict(list), collections.Counter()
        for line in report.splitlines():
            if not (match := edge.search(line)):
                continue
            cpu, at, what, name = match.groups()
            time = int(at.replace(".", ""))
            if what == "raise":
                raised.setdefault((cpu, name), time)
            elif (cpu, name) in raised:
                waits[name].append(time - raised.pop((cpu, name)))
            else:
                unknown[name] += 1
        latencies = told("latencies", trace)
        # Raised by the handler of virtio1-req.0, 712 ns after its entry, amid cc1, which runs until 800.612 us later, but for 0.701 us of
        # that handler and 14.221 us of RCU.
        self.assertEqual(latencies["longestPending"]["sentence"],
                         "BLOCK was pending 803 \u00b5s on CPU 1: raised in hardirq virtio1-req.0 while cc1 13657 ran there; meanwhile cc1 "
                         "13657 ran 786 \u00b5s (priority 120), softirq RCU 14.2 \u00b5s, ksoftirqd/1 22 ran 2.57 \u00b5s (priority 120), "
                         "hardirq virtio1-req.0 701 ns")
        rows = {one["name"]: one for one in latencies["rows"] if one["kind"] == "softirqPending"}
        self.assertEqual(set(rows), set(waits) | set(unknown))
        for name, row in rows.items():
            times = sorted(waits[name])
            self.assertEqual((row["count"], row["unknown"]), (len(times), unknown[name]))
            if times:
                self.assertEqual((row["median"], row["max"]), (times[len(times) // 2], times[-1]))

    def test_every_request_that_completed_is_told(self):
        trace = SAMPLES / "v7-stacktrace/trace.dat"
        report = (SAMPLES / "v7-stacktrace/report-noplugins.txt").read_text(errors="replace")
        completed = sum(": block_rq_complete:" in line for line in report.splitlines())
        rows = [one for one in told("latencies", trace)["rows"] if one["kind"] == "request"]
        self.assertEqual(sum(one["count"] + one["unknown"] for one in rows), completed)
        self.assertGreater(sum(one["unknown"] for one in rows), 0)

    def test_a_sentence_tells_what_was_lost_and_where_each_part_is(self):
        trace = SAMPLES / "v6-sched-syscalls/trace.dat"
        begin, end = 2149074934371, 2149103979113
        [found] = told("why", trace, "--tid", 15608, "--from", begin, "--to", end)["threads"]
        self.assertTrue(found["sentence"].endswith(". 6 132 events were lost meanwhile"), found["sentence"])
        times = [part["time"] for part in found["parts"] if "tid" in part]
        self.assertGreater(len(times), 0)
        for time in times:
            self.assertTrue(begin <= time < end, time)
        for share in found["shares"]:
            self.assertEqual("uncertainTime" in share, share.get("uncertain", False))
            self.assertLessEqual(share.get("uncertainTime", 0), share["time"])
        priorities = {user["tid"]: user["priorities"] for user in found["cpuUsers"]}
        for one in found["longest"]:
            for part in one["parts"]:
                if "tid" in part and (match := re.search(r"\(priority (\d+)", part["text"])):
                    self.assertIn(int(match[1]), priorities[part["tid"]])

    def test_latencies_of_a_range_are_those_of_other_verbs(self):
        for name in ("v7-zstd-gcc", "v6-sched-syscalls"):
            trace = SAMPLES / name / "trace.dat"
            begin, end = map(int, json.loads(tracepane("info", "--json", trace).stdout)["range"])
            span = ("--from", str(begin + (end - begin) // 3), "--to", str(begin + (end - begin) * 2 // 3))
            found, sched = told("latencies", trace, *span), told("sched", trace, *span)
            rows = {(one["kind"], one["name"]): one for one in found["rows"]}
            for figure in ("count", "median", "p99", "max"):
                self.assertEqual(rows["wakeup", "wakeup"][figure], sched["latency"][figure])
            self.assertEqual([one["latency"] for one in found["worst"]], [one["latency"] for one in sched["worst"][:10]])
            self.assertLess(rows["wakeup", "wakeup"]["count"], told("sched", trace)["latency"]["count"])
            lists = [("cpus", "depth > 0", ("softirq", "interrupt"))]
            if any(kind == "syscall" for kind, _ in rows):
                lists.append(("syscalls", "dur >= 0", ("syscall",)))
            for kind, chosen, kinds in lists:
                args = ("--kind", kind, "--filter", chosen, *span)
                groups = {one["value"]: one for one in told("slices", trace, *args, "--by", "name")["groups"]}
                own = {one: row for (of, one), row in rows.items() if of in kinds and row["count"]}
                self.assertEqual({one: (row["count"], row["max"]) for one, row in own.items()},
                                 {one: (group["count"], group["max"]) for one, group in groups.items() if group["count"]})
                # The longest is where the list of slices has it.
                slices = told("slices", trace, *args, "--limit", "100000")["slices"]
                for one, row in own.items():
                    places = [each["ts"] for each in slices if each["name"] == one and each.get("dur") == row["max"]]
                    self.assertEqual(row["maxAt"]["time"], min(places), one)

    def test_the_place_of_the_longest_is_that_of_the_slices(self):
        trace = SAMPLES / "v6-sched-syscalls/trace.dat"
        for row in told("latencies", trace)["rows"]:
            if row["kind"] != "syscall" or "maxAt" not in row:
                continue
            longest = told("slices", trace, "--kind", "syscalls", "--filter", f'name == "{row["name"]}"')["slices"]
            known = [one for one in longest if one["dur"] == row["max"]]
            self.assertIn((row["maxAt"]["time"], row["maxAt"]["tid"]), [(one["ts"], one["tid"]) for one in known])


if __name__ == "__main__":
    unittest.main()
