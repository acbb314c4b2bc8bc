"""Reads what `uftrace dump` prints: the records of each task, then those of perf."""
import re
from collections import defaultdict

from tests.oracle import task_states
from tests.oracle.calls import ENTRY, EXIT, LOST, OFF, ON, CallEvent

LINE = re.compile(r"^(\d+)\.(\d{9}) +(\d+): \[(entry|exit |event|lost )\] (.*)\(([0-9a-f]+)\)(?: depth: (\d+))?$")
FILE = re.compile(r"^reading perf-cpu(\d+)\.dat$")
SWITCHES = {"linux:sched-in": task_states.IN, "linux:sched-out": task_states.OUT,
            "linux:sched-out (pre-empted)": task_states.PREEMPTED, "linux:task-exit": task_states.EXIT}
OFF_CPU = {"linux:sched-out": "linux:schedule", "linux:sched-out (pre-empted)": "linux:schedule (pre-empted)"}


def threads(lines):
    """tid -> CallEvents in the order of time. When a task is off its CPU, perf tells: a call of linux:schedule."""
    calls, switches = defaultdict(list), defaultdict(list)
    for line in lines:
        told = LINE.match(line)
        if not told:
            continue
        time, tid, kind, name = int(told[1]) * 10**9 + int(told[2]), int(told[3]), told[4].strip(), told[5]
        if kind in ("entry", "exit"):
            calls[tid].append(CallEvent(time, ENTRY if kind == "entry" else EXIT, name, told[6], int(told[7])))
        elif kind == "lost":
            calls[tid].append(CallEvent(calls[tid][-1].time if calls[tid] else 0, LOST))
        elif name in OFF_CPU:
            switches[tid].append(CallEvent(time, OFF, OFF_CPU[name], OFF))
        elif name == "linux:sched-in":
            switches[tid].append(CallEvent(time, ON))
    return {tid: merged(events, switches[tid]) for tid, events in calls.items()}


def merged(events, switches):
    """Of equal times what the task wrote itself comes first."""
    switches = sorted(switches, key=lambda event: event.time)
    found, at = [], 0
    for event in events:
        while at < len(switches) and switches[at].time < event.time:
            found.append(switches[at])
            at += 1
        found.append(event)
    return found + switches[at:]


def switches(lines, cpus):
    """-> (tid -> its switches, tid -> the times of the first and the last record that the thread wrote itself)
    `cpus`: those that have a file, in order; the number in the text is the position among them."""
    found, calls, cpu = defaultdict(list), {}, None
    for line in lines:
        file, told = FILE.match(line), LINE.match(line)
        if file:
            cpu = cpus[int(file[1])]
        if not told:
            continue
        time, tid = int(told[1]) * 10**9 + int(told[2]), int(told[3])
        if cpu is None and told[4].strip() != "lost":
            calls[tid] = (calls.get(tid, (time, time))[0], time)
        elif cpu is not None and told[5] in SWITCHES:
            found[tid].append(task_states.Switch(time, SWITCHES[told[5]], cpu))
    return found, calls
