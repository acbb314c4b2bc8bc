"""Stacks of wakers, requests of a disk, and threads that were not made yet, in the paths of a synthetic trace
(tests/data/tracecmd/make_wakers.py) as what `trace-cmd report` says of it has them."""
import collections
import json
import re
import subprocess
import unittest

from tests.tools.test_why import PROGRAM, ROOT, told

TRACE = ROOT / "tests/data/tracecmd/wakers.dat"
LINE = re.compile(r"^\s*.+-(\d+)\s+\[(\d+)\]\s+(\d+)\.(\d+): (\w+):\s+(.*)$")
APP = 30
STATES = {"": "preempted", "S": "sleeping", "D": "uninterruptible", "X": "ended"}


def records():
    """(tid, cpu, time in ns, event, text, frames of the stack that follows at once on that CPU or None), in order"""
    found, last, now = [], {}, []
    for line in TRACE.with_suffix(".txt").read_text().splitlines():
        match = LINE.match(line)
        if not match:
            if frame := re.match(r"\t=> (\w+)", line):
                now.append(frame[1])
            continue
        tid, cpu, time = int(match[1]), int(match[2]), int(match[3]) * 10**9 + int(match[4])
        if match[5] == "kernel_stack":
            now = [re.search(r"=> (\w+)", match[6])[1]]
            before = last.get(cpu)
            if before is not None and before["tid"] == tid:
                before["frames"] = now
            last[cpu] = None
        else:
            last[cpu] = {"tid": tid, "cpu": cpu, "time": time, "event": match[5], "text": match[6], "frames": None}
            found.append(last[cpu])
    return found


class Model:
    """What each thread did when, and what woke it."""
    def __init__(self):
        self.spans, self.born, self.names = collections.defaultdict(list), {}, {}
        handlers, issued = {}, {}
        for one in records():
            numbers = dict(re.findall(r"(\w+)=(\S*)", one["text"]))
            if one["event"] == "sched_switch":
                self.change(int(numbers["prev_pid"]), one["time"], STATES[numbers["prev_state"]], one["frames"])
                self.change(int(numbers["next_pid"]), one["time"], "running", None)
                self.names[int(numbers["next_pid"])] = numbers["next_comm"]
            elif one["event"] in ("sched_waking", "sched_wakeup_new"):
                by = {"tid": one["tid"], "frames": one["frames"], "done": handlers.get(one["cpu"])}
                self.change(int(numbers["pid"]), one["time"], "runnable", None, by)
            elif one["event"] == "sched_process_fork":
                self.born[int(numbers["child_pid"])] = one["time"], one["tid"]
            elif one["event"] == "irq_handler_entry":
                handlers[one["cpu"]] = []
            elif one["event"] == "irq_handler_exit":
                handlers[one["cpu"]] = None
            elif one["event"] == "block_rq_issue":
                issued[one["text"]] = one["time"]
            elif one["event"] == "block_rq_complete" and handlers.get(one["cpu"]) is not None:
                handlers[one["cpu"]].append((one["text"].strip(), issued.get(one["text"])))

    def change(self, tid, time, state, frames, by=None):
        if self.spans[tid]:
            self.spans[tid][-1]["end"] = time
        done = list(by["done"]) if by and by["done"] is not None else None
        self.spans[tid].append({"begin": time, "end": time, "state": state, "frames": frames, "by": by, "done": done})

    def frame(self, tid):
        return f"{self.names[tid]} {tid}"

    def path(self, tid, begin, end, above, out):
        """Adds the folded stacks of a thread within a range."""
        spans = self.spans[tid]
        born, maker = self.born.get(tid, (None, None))
        if born is not None and begin < born:
            self.path(maker, begin, born, [*above, "made by " + self.frame(maker)], out)
        first = spans[0]["begin"]
        if max(begin, born or begin) < min(first, end):
            out[";".join([*above, "not known"])] += min(first, end) - max(begin, born or begin)
        for one, after in zip(spans, [*spans[1:], None]):
            since, until = max(begin, one["begin"]), min(end, one["end"])
            if since >= until:
                continue
            stack = one["frames"][::-1] if one["frames"] else []
            if one["state"] in ("running", "runnable", "ended"):
                what = {"running": "running", "runnable": "waiting for a CPU", "ended": "ended"}[one["state"]]
                out[";".join([*above, what])] += until - since
            elif after["done"] is not None:
                out[";".join([*above, f"{one['state']} until hardirq virtio", *stack])] += until - since
            else:
                by = after["by"]
                waker = ("woken by " if stack or by["frames"] else "") + self.frame(by["tid"])
                self.path(by["tid"], since, until, [*above, *stack, waker, *(by["frames"] or [])[::-1]], out)


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class WhyWakersTest(unittest.TestCase):
    def test_folded_chains_have_the_stacks_of_sleepers_and_of_wakers(self):
        model, expected = Model(), collections.Counter()
        (why,) = told("why", TRACE, "--tid", APP)["threads"]
        model.path(APP, why["from"], why["to"], [model.frame(APP)], expected)
        done = subprocess.run([PROGRAM, "why", TRACE, "--tid", str(APP), "--format", "folded"], capture_output=True, text=True, check=True)
        found = collections.Counter()
        for line in done.stdout.splitlines():
            stack, time = line.rsplit(" ", 1)
            found[stack] += int(time)
        self.assertEqual(found, expected)
        self.assertEqual(sum("woken by" in one for one in found), 7)
        self.assertEqual(sum("made by" in one for one in found), 1)

    def test_requests_that_completed_in_the_interrupt_are_told(self):
        model = Model()
        (why,) = told("why", TRACE, "--tid", APP)["threads"]
        expected = {}
        for one, after in zip(model.spans[APP], model.spans[APP][1:]):
            if after["done"] is not None:
                expected[one["begin"]] = after["done"]
        told_ = {one["begin"]: one.get("requests") for one in why["path"] if one.get("stop") == "interrupt"}
        self.assertEqual(sorted(told_), sorted(expected))
        for begin, requests in expected.items():
            if not requests:
                self.assertIsNone(told_[begin])
                continue
            self.assertEqual(told_[begin]["count"], len(requests))
            if len(requests) > 1:
                self.assertEqual(set(told_[begin]), {"count"})
                continue
            (text, issued), = requests
            device, letters, sector, sectors = re.match(r"(\S+) (\S+) (\d+) \+ (\d+)", text).groups()
            self.assertEqual(told_[begin], {"count": 1, "operation": {"W": "write", "R": "read"}[letters[0]], "device": device,
                                            "sector": int(sector), "sectors": int(sectors), "issued": issued})
        text = subprocess.run([PROGRAM, "why", TRACE, "--tid", str(APP)], capture_output=True, text=True, check=True).stdout
        self.assertIn("app 30 was blocked (uninterruptible) 105 \u00b5s, woken by hardirq virtio, which had completed a write of 8 "
                      "sectors at 12345 of 8,16, issued 115 \u00b5s before", text)
        self.assertIn("which had completed 2 requests: it waited for one at most", text)
        rows = json.loads(subprocess.run(
            [PROGRAM, "query", TRACE, ("SELECT p.* FROM thread t JOIN critical_path(t.utid, 0, 8000000000) p WHERE t.tid = 30 "
             "AND requests = 1"), "--format", "json"], capture_output=True, text=True, check=True).stdout)
        self.assertEqual([(row["request"], row["request_device"], row["request_sector"], row["request_sectors"], row["request_ts"])
                          for row in rows], [("write", "8,16", 12345, 8, 7000590000)])
        rows = json.loads(subprocess.run(
            [PROGRAM, "query", TRACE, "SELECT * FROM wait WHERE tid = 30 AND state = 'D' ORDER BY ts", "--format", "json"],
            capture_output=True, text=True, check=True).stdout)
        self.assertEqual([[value for key, value in row.items() if key.startswith("request")] for row in rows],
                         [[1, "write", "8,16", 12345, 8, 7000590000], [2, None, None, None, None, None]])

    def test_before_it_was_made_a_thread_did_nothing(self):
        (why,) = told("why", TRACE, "--tid", 42, "--from", 7_001_250_000, "--to", 7_001_320_000)["threads"]
        self.assertEqual([(one["kind"], one.get("stop"), one["end"] - one["begin"]) for one in why["path"]],
                         [("unknown", "notMade", 50000), ("unknown", None, 2000), ("cpu", None, 18000)])
        self.assertIn("not made yet", why["sentence"])


if __name__ == "__main__":
    unittest.main()
