"""What the texts of the reference tools say of the traces that are asked, as plain lists and tuples. Nothing here is made by
tracepane."""
import pathlib
import re
from collections import defaultdict
from typing import NamedTuple

from tests.oracle import calls as call_figures
from tests.oracle import kernel_slices, kernel_states, lttng_text, tracecmd_text
from tests.oracle.calls import ENTRY, EXIT, CallEvent

ROOT = pathlib.Path(__file__).resolve().parents[3]
KITCHEN = "assets/samples/kitchen/data"
GARBAGE = "build/samples/uftrace/garbage-tail/uftrace.data"
SCHED = "build/samples/tracecmd/v7-none-sched/trace.dat"
THREADS = "tests/data/tracecmd/threads.dat"
LOST = "tests/data/tracecmd/v7-none.dat"
STATES = "tests/data/lttng/states/data"
NESTED = "tests/data/lttng/nested/data"
XRAY = "tests/data/xray/fdr-v5.xray"


def lines_of(name):
    return (ROOT / name).read_text(errors="replace").splitlines()


class Call(NamedTuple):
    tid: int
    depth: int
    name: str
    ts: int
    dur: int
    parent: object  # the Call around it, but without its duration; None
    self: int       # without what it called

    @property
    def end(self):
        return self.ts + self.dur


class UftraceRecord(NamedTuple):
    ts: int
    tid: int
    kind: str
    name: str
    depth: int | None


def uftrace_records():
    """uftrace prints an ABI tag as a part of the name."""
    line = re.compile(r"^(\d+)\.(\d{9}) +(\d+): \[(entry|exit |event)\] (.*)\([0-9a-f]+\)(?: depth: (\d+))?$")
    return [UftraceRecord(int(one[1]) * 10**9 + int(one[2]), int(one[3]), one[4].strip(), one[5].replace("::cxx11", "[abi:cxx11]"),
                          int(one[6]) if one[6] else None)
            for one in map(line.match, lines_of("tests/data/uftrace/kitchen.dump.txt")) if one]


def uftrace_calls():
    """Calls that begin and end, and times off the CPU, which uftrace reports as calls of linux:schedule."""
    made, stacks = [], defaultdict(list)
    records = uftrace_records()
    own = defaultdict(list)
    for one in records:
        if one.kind != "event":
            own[one.tid].append(one)
    off = {"linux:sched-out": "linux:schedule", "linux:sched-out (pre-empted)": "linux:schedule (pre-empted)"}
    switches = sorted((one for one in records if one.name in off or one.name == "linux:sched-in"), key=lambda one: one.ts)
    for tid, entries in own.items():
        mixed = sorted(entries + [one for one in switches if one.tid == tid], key=lambda one: one.ts)
        stack = stacks[tid]
        for one in mixed:
            # Before its first call, nothing of the thread is drawn.
            if one.kind == "entry" or (one.name in off and stack):
                stack.append([one, 0, off.get(one.name, one.name), len(stack)])
            elif (one.kind == "exit" or one.name == "linux:sched-in") and stack:
                begun, within, name, depth = stack.pop()
                dur = one.ts - begun.ts
                if stack:
                    stack[-1][1] += dur
                parent = stack[-1] if stack else None
                made.append(Call(tid, depth, name, begun.ts, dur, (parent[2], parent[0].ts) if parent else None, dur - within))
    return made


def functions_of(calls):
    """Without the times off the CPU."""
    return [one for one in calls if not one.name.startswith("linux:")]


class KernelRecord(NamedTuple):
    ts: int
    cpu: int
    comm: str
    tid: int
    flags: str
    name: str
    text: str

    def field(self, key):
        found = re.search(rf"(?:^| ){key}=(.*?)(?= \w+=| ==>| \[|$)", self.text)
        return found[1] if found else None


def kernel_records(file):
    found = []
    for line in lines_of(file):
        one = tracecmd_text.LINE.match(line)
        if one:
            found.append(KernelRecord(tracecmd_text.time_of(one["time"]), int(one["cpu"]), one["comm"], int(one["tid"]),
                                      one["flags"] or "", one["name"].strip(), one["text"]))
    return found


SCHED_TEXT = "build/samples/tracecmd/v7-none-sched/report-noplugins.txt"
THREADS_TEXT = "tests/data/tracecmd/threads.txt"
GARBAGE_TEXT = "build/samples/uftrace/garbage-tail/ref/dump.txt"
LOST_TEXT = "tests/data/tracecmd/report.txt"


def kernel_figures(file):
    """The oracle's states and latencies."""
    lines = lines_of(file)
    return kernel_states.Model(list(tracecmd_text.records(lines)), None, tracecmd_text.cpus(lines),
                               tracecmd_text.idle_cpus((ROOT / file).parent), tells_last=True).out


def kernel_durations(file):
    """(class, name) -> durations"""
    return kernel_slices.durations(list(tracecmd_text.records(lines_of(file)))).closed


class LttngRecord(NamedTuple):
    ts: int
    stream: str
    name: str
    fields: dict


def lttng_records(name):
    found = []
    for line in lines_of(f"tests/data/lttng/{name}/expected.txt"):
        one = lttng_text.MADE.match(line)
        if one:
            fields = re.findall(r"(\w+) = (?:\"([^\"]*)\"|([^,]+))", one[4])
            found.append(LttngRecord(int(one[1]), one[2], one[3], {key: text or number for key, text, number in fields}))
    return found


def lttng_figures(name):
    return kernel_states.Model(list(lttng_text.records(lines_of(f"tests/data/lttng/{name}/expected.txt")))).out


class XrayRecord(NamedTuple):
    tsc: int
    tid: int
    kind: str
    function: str
    cpu: int


def xray_records():
    found = []
    for line in lines_of("tests/data/xray/fdr-v5.expected.txt"):
        tsc, tid, kind, function, cpu = line.split()[:5]
        found.append(XrayRecord(int(tsc), int(tid), kind, function, int(cpu)))
    return found


def xray_functions():
    """Figures of calls by name, by the oracle's pairing."""
    kinds = {"function-enter": ENTRY, "function-enter-arg": ENTRY, "function-exit": EXIT, "function-tail-exit": EXIT}
    threads = defaultdict(list)
    for one in xray_records():
        if one.kind in kinds:
            threads[one.tid].append(CallEvent(one.tsc, kinds[one.kind], "function " + one.function, one.function))
    return call_figures.figures(threads.values()).functions
