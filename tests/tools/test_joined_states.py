"""Stacks weighed by states of threads that a kernel's trace tells, of threads whose calls a program's trace beside it has:
each moment is in the program's innermost call then and, of the time off the CPU, in the system call and the kernel's stack
of the switch below it, as the texts of the reference tools have them. Such a thread counts once."""
import bisect
import collections
import itertools
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from tests.oracle import kernel_stacks, kernel_states, tracecmd_text
from tests.oracle.kernel_records import RUNNING
from tests.tools import joined_pairs
from tests.tools.test_state_stacks import stacks_at_switches
from tests.tools.test_why import PROGRAM, ROOT, SAMPLES, told

KITCHEN = ROOT / "assets/samples/kitchen/data"
DATA = ROOT / "tests/data"
sys.path.insert(0, str(DATA / "tracecmd"))
import make_wakers  # noqa: E402
LOCAL, MONO = b"[local] global counter uptime perf mono ", b"local global counter uptime perf [mono] "


def folded(*command):
    done = subprocess.run([PROGRAM, "stacks", "--per-thread", *map(str, command)], capture_output=True, text=True, check=True)
    found = collections.defaultdict(collections.Counter)
    for line in done.stdout.splitlines():
        path, time = line.rsplit(" ", 1)
        thread, *frames = path.split(";")
        found[thread.rpartition("-")[2]][tuple(frames)] += int(time)
    return found


class Program:
    """The calls of a thread: which are open when."""

    def __init__(self, edges):
        self.times, self.stacks = [], [()]
        stack = []
        for edge in edges:
            del stack[edge.depth:]
            if edge.entry:
                stack.append(edge.name)
            self.times.append(edge.time)
            self.stacks.append(tuple(stack))

    def pieces(self, begin, end):
        first, last = bisect.bisect_right(self.times, begin), bisect.bisect_left(self.times, end)
        bounds = [begin, *self.times[first:last], end]
        for number, (left, right) in enumerate(itertools.pairwise(bounds)):
            if right > left:
                yield self.stacks[first + number], right - left


def kernel_of(lines, idle):
    records = list(tracecmd_text.records(lines))
    figures = kernel_states.Model(records, None, tracecmd_text.cpus(lines), idle, tells_last=True).out
    return figures, kernel_stacks.calls(records), stacks_at_switches(lines)


def expected_of(tid, kernel, program, states):
    """(calls of the program, the system call or none, innermost frames of the kernel) -> time"""
    figures, calls, stacks = kernel
    found, until, below = collections.Counter(), None, ((), ())
    for begin, end, state in sorted(figures.threads[tid].spans):
        if state == RUNNING:
            below, until = ((), ()), None
        elif begin != until:
            within = [name for first, last, name in calls[tid] if first <= begin and (last is None or begin < last)]
            below = tuple(within[-1:]), stacks.get((tid, begin), ())
        if state != RUNNING:
            until = end
        if state in states:
            for path, length in program.pieces(begin, end):
                found[path, *below] += length
    return +found


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
class JoinedStatesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def compare(self, kernel, program, names, texts, tids):
        """Compares the threads. Returns the stacks that were met."""
        lines, idle, edges = texts
        model = kernel_of(lines, idle)
        met = set()
        for weight, states in kernel_stacks.WEIGHTS.items():
            ours = folded("--by", weight, kernel, program)
            for tid in tids:
                expected = expected_of(tid, model, Program(edges[tid]), states)
                known = {frames for _, _, frames in expected}
                calls = {name for _, call, _ in expected for name in call}
                found = collections.Counter()
                for told_frames, time in ours[str(tid)].items():
                    frames = [names.get(frame, frame) for frame in told_frames if frame != "[no call recorded]"]
                    split = next((i for i, frame in enumerate(frames) if frame not in names.values()), len(frames))
                    call = tuple(frames[split:split + 1]) if frames[split:split + 1] and frames[split] in calls else ()
                    inner = tuple(reversed(frames[split + len(call):]))
                    below = max((one for one in known if one == inner[:len(one)]), key=len, default=())
                    found[tuple(frames[:split]), call, below] += time
                self.assertEqual(found, expected, (weight, tid))
                met |= set(expected)
            # Nobody is counted twice, and nobody is left out.
            alone = folded("--by", weight, kernel)
            self.assertEqual({tid: sum(one.values()) for tid, one in ours.items() if sum(one.values())},
                             {tid: sum(one.values()) for tid, one in alone.items()}, weight)
            total = sum(sum(one.values()) for one in alone.values())
            self.assertEqual(sum(one["self"] for one in told("functions", kernel, program, "--by", weight)), total, weight)
        return met

    def beside(self, kernel, report, idle, but=()):
        """A program with calls of six threads of a kernel. `but`: those that the kernel's trace has in other processes."""
        lines = report.split("\n")
        turns = joined_pairs.switches_of("\n".join(lines))
        tids = sorted((tid for tid in turns if tid > 0), key=lambda tid: -len(turns[tid]))[:6]
        program = self.folder / "prog"
        names = joined_pairs.program_for(turns, program, tids)
        dump = subprocess.run(["uftrace", "dump", "--no-pager", "-d", program], capture_output=True, text=True, check=True).stdout
        edges = joined_pairs.edges_of(dump, names)
        return kernel, program, names, (lines, idle, edges), [tid for tid in tids if tid not in but]

    @unittest.skipUnless(shutil.which("uftrace"), "uftrace is not here")
    def test_stacks_of_the_kernel_lie_below_calls(self):
        kernel = self.folder / "trace.dat"
        make_wakers.write(kernel, b"mono")
        met = self.compare(*self.beside(kernel, (DATA / "tracecmd/wakers.txt").read_text(), ()))
        self.assertTrue(any(path and frames for path, _, frames in met))

    @unittest.skipUnless(shutil.which("uftrace"), "uftrace is not here")
    def test_system_calls_lie_below_calls(self):
        # A recording, as if its clock were that of a program.
        source, kernel = SAMPLES / "v6-sched-syscalls", self.folder / "trace.dat"
        kernel.write_bytes((source / "trace.dat").read_bytes().replace(LOCAL, MONO))
        report = (source / "report-noplugins.txt").read_text(errors="replace")
        met = self.compare(*self.beside(kernel, report, tracecmd_text.idle_cpus(source), but=(15612,)))
        self.assertTrue(any(path and call for path, call, _ in met))

    def test_the_programs_own_switches_count_no_more(self):
        dump = (DATA / "uftrace/kitchen.dump.txt").read_text()
        edges = joined_pairs.edges_of(dump)
        lines = (DATA / "joint/kitchen.txt").read_text().split("\n")
        names = {edge.name.replace("::cxx11", "[abi:cxx11]"): edge.name for of in edges.values() for edge in of}
        met = self.compare(DATA / "joint/kitchen.dat", KITCHEN, names, (lines, (), edges), sorted(edges))
        self.assertTrue(any(path and call == ("futex",) for path, call, _ in met))

    def test_times_that_both_recorded_are_said_to_count_twice(self):
        kernel = DATA / "joint/kitchen.dat"
        turns = joined_pairs.switches_of((DATA / "joint/kitchen.txt").read_text())
        tids = sorted(set(joined_pairs.edges_of((DATA / "uftrace/kitchen.dump.txt").read_text())) & set(turns))
        self.assertGreater(len(tids), 1)

        def said(*command):
            done = subprocess.run([PROGRAM, *map(str, command)], capture_output=True, text=True, check=True)
            return [line.removeprefix("tracepane: ") for line in done.stderr.splitlines() if "counts in each" in line]

        several = f"{len(tids)} threads are in two of the traces: time that both recorded counts in each"
        one = "1 thread is in two of the traces: time that both recorded counts in each"
        for verb in ("stacks", "functions"):
            self.assertEqual(said(verb, kernel, KITCHEN), [several])
            self.assertEqual(said(verb, kernel, KITCHEN, "--tid", tids[0]), [one])
            self.assertEqual(said(verb, kernel), [])
            self.assertEqual(said(verb, kernel, KITCHEN, "--by", "off-cpu"), [])
            # Clocks that do not agree exactly: it is not known what both recorded.
            self.assertEqual(said(verb, kernel, KITCHEN, "--offset", "2:1000"), [])
        self.assertEqual(said("stacks", kernel, KITCHEN, "--by", "calls"), [])


if __name__ == "__main__":
    unittest.main()
