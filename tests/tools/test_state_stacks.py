"""Stacks weighed by the states of threads: the kernel's stack at a switch lies below the time off the CPU that the switch
began, as the text of `trace-cmd report` has both."""
import collections
import itertools
import pathlib
import re
import subprocess
import unittest

from tests.oracle import kernel_stacks, kernel_states, tracecmd_text
from tests.oracle.kernel_records import RUNNING
from tests.oracle.product import Product

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLES = ROOT / "build/samples"
TRACE = SAMPLES / "tracecmd/v7-stacktrace/trace.dat"


# The tracer's own functions, from within which it records a stack.
TRACERS = re.compile(r"__traceiter_|(do_)?trace_event_raw_event_|trace_event_buffer_|trace_buffer_unlock_commit|(__)?ftrace_trace_stack")


def stacks_at_switches(lines):
    """(tid, time) of a switch -> the innermost frames of the thread that left: `report -N` prints eight, and of a shorter stack
    what is behind it, too"""
    found, left, now = {}, {}, None
    for line in lines:
        told = tracecmd_text.LINE.match(line)
        if not told:
            frame = re.match(r"\t=> (\S+)", line)
            if now is not None and frame:
                now.append(frame[1])
            continue
        now = None
        name, cpu, time = told["name"].strip(), told["cpu"], tracecmd_text.time_of(told["time"])
        if name == "sched_switch":
            left[cpu] = int(tracecmd_text.SWITCHED.search(told["text"] + " ")[1]), time
        elif name == "kernel_stack" and left.get(cpu, (None,))[0] == int(told["tid"]):
            now = found[left.pop(cpu)] = []
            frame = re.search(r"=> (\S+)", told["text"])
            if frame:
                now.append(frame[1])
    return {key: tuple(itertools.dropwhile(TRACERS.match, itertools.takewhile(lambda frame: not frame.startswith("0x"), frames)))
            for key, frames in found.items()}


def oracle(lines, states):
    """(tid, innermost frames, none of time without a stack) -> time"""
    figures = kernel_states.Model(list(tracecmd_text.records(lines)), None, tracecmd_text.cpus(lines),
                                  tracecmd_text.idle_cpus(TRACE.parent), tells_last=True).out
    stacks, found = stacks_at_switches(lines), collections.Counter()
    for tid, thread in figures.threads.items():
        began = until = None
        for begin, end, state in sorted(thread.spans):
            if state == RUNNING:
                until = None
                continue
            if begin != until:
                began = begin
            until = end
            if state in states:
                found[tid, stacks.get((tid, began), ())] += end - begin
    return +found


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class StateStacksTest(unittest.TestCase):
    def test_stacks_of_switches_have_the_time_off_the_cpu(self):
        lines = (TRACE.parent / "report-noplugins.txt").read_text(errors="replace").split("\n")
        for weight in ("runnable", "blocked", "disk", "off-cpu"):
            with self.subTest(weight=weight):
                expected = oracle(lines, kernel_stacks.WEIGHTS[weight])
                known, ours = {frames for _, frames in expected}, collections.Counter()
                for path, time in Product(PROGRAM, TRACE).stacks("--per-thread", "--by", weight).items():
                    thread, *frames = path.split(";")
                    inner = tuple(reversed(frames))
                    told = max((one for one in known if one == inner[:len(one)]), key=len, default=())
                    ours[int(thread.rpartition("-")[2]), told] += time
                self.assertEqual(ours, expected)
        self.assertGreater(len(known), 5)

    def test_a_trace_without_states_says_so(self):
        done = subprocess.run([PROGRAM, "stacks", "--by", "blocked", SAMPLES / "xray/fdr-threads/log.xray"], capture_output=True,
                              text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("does not tell when threads had a CPU", done.stderr)

    def test_parts_add_up(self):
        product = Product(PROGRAM, TRACE)
        begin, end = product.lasts()
        middle = (begin + end) // 2
        whole = product.stacks("--by", "off-cpu")
        parts = product.stacks("--by", "off-cpu", "--to", str(middle)) + product.stacks("--by", "off-cpu", "--from", str(middle))
        self.assertEqual(parts, whole)

    def test_every_shape_has_the_same_sum(self):
        product = Product(PROGRAM, TRACE)
        sums = {options: sum(product.stacks("--by", "off-cpu", *options).values())
                for options in ((), ("--inverted",), ("--per-thread",), ("--collapse-recursion",), ("--threads", "1"))}
        self.assertEqual(len(set(sums.values())), 1, sums)


if __name__ == "__main__":
    unittest.main()
