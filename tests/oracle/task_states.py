"""States of a program's threads, from their switches, by the definitions in README.md."""
from collections import Counter
from typing import NamedTuple

IN, OUT, PREEMPTED, EXIT = "in", "out", "preempted", "exit"
RUNNING, RUNNABLE, SLEEPING = "running", "runnable", "sleeping"
AFTER = {IN: RUNNING, OUT: SLEEPING, PREEMPTED: RUNNABLE}


class Switch(NamedTuple):
    time: int
    kind: str
    cpu: int


class Task:
    """What a thread did from `begin` on."""

    def __init__(self, switches, calls, begin):
        """`switches` in the order of time; `calls`: the times of the first and the last record of the thread's own."""
        self.times, self.busy = Counter(), Counter()
        self.switches = self.migrations = 0
        # A thread that leaves its CPU first ran on it since its first record.
        state, since, cpu, left = (RUNNING if switches[0].kind != IN else None), calls[0], switches[0].cpu, None
        for time, kind, on in [*switches, *self.end(switches, calls)]:
            spent = max(0, time - max(begin, since))
            if state:
                self.times[state] += spent
            if state == RUNNING:
                self.busy[cpu] += spent
                left = cpu
            if kind == IN and time >= begin:
                self.switches += 1
                self.migrations += left not in (None, on)
            state, since, cpu = AFTER.get(kind), time, on

    @staticmethod
    def end(switches, calls):
        """Without a record of its exit, a thread that has a CPU is known to run until its last call."""
        last = switches[-1]
        return [Switch(calls[1], EXIT, last.cpu)] if last.kind == IN and calls[1] > last.time else []


def tasks(switches, calls):
    """tid -> Task, of the threads that have switches and calls. The trace begins with the first call of any."""
    begin = min((first for first, _ in calls.values()), default=0)
    return {tid: Task(sorted(found), calls[tid], begin) for tid, found in switches.items()
            if tid in calls and any(one.kind in AFTER for one in found)}
