"""For how long threads were in which states, and in which system call meanwhile: the spans of kernel_states.py, cut where
the text has an entry or an exit of the thread. A thread is in one system call at a time, from its entry to its next
record of a system call, or its end."""
from collections import Counter, defaultdict

from tests.oracle.kernel_records import (DEAD, ENTER, EXIT, FORK, OTHER, RUNNABLE, RUNNING, SLEEPING, SWITCH, UNINTERRUPTIBLE,
                                         Loss)

# What `stacks --by` takes, and the states that it counts.
WEIGHTS = {"running": {RUNNING}, "runnable": {RUNNABLE}, "blocked": {SLEEPING, UNINTERRUPTIBLE, OTHER},
           "disk": {UNINTERRUPTIBLE}, "off-cpu": {RUNNABLE, SLEEPING, UNINTERRUPTIBLE, OTHER}}


def calls(records):
    """tid -> [(begin, end, name)] of system calls; end None: up to the end of the trace"""
    found = defaultdict(list)
    # Entries are no calls if the trace has no exits.
    if not any(r.kind == EXIT and r.subject[0] == "syscall" for r in records if not isinstance(r, Loss)):
        return found
    open_ = {}   # whose -> (begin, name)
    runner = {}

    def close(owner, time):
        if owner in open_:
            begin, name = open_.pop(owner)
            found[owner].append((begin, time, name))

    for record in records:
        if isinstance(record, Loss):
            continue
        if record.kind == SWITCH:
            prev, left, following = record.subject
            if record.tid is None and record.cpu not in runner:
                # Who ran so far is told only now.
                before = ("cpu", record.cpu)
                found[prev] += found.pop(before, [])
                if before in open_:
                    open_[prev] = open_.pop(before)
            runner[record.cpu] = following
            if left == DEAD:
                close(prev, record.time)
        elif record.kind in (ENTER, EXIT) and record.subject[0] == "syscall":
            owner = record.tid if record.tid is not None else runner.get(record.cpu, ("cpu", record.cpu))
            close(owner, record.time)
            if record.kind == ENTER:
                open_[owner] = record.time, record.subject[1]
        elif record.kind == FORK and record.tid is None:
            # In LTTng's traces, a thread is drawn in the call in which it was made.
            maker = runner.get(record.cpu, ("cpu", record.cpu))
            if maker in open_:
                open_[record.subject] = record.time, open_[maker][1]
    for owner in list(open_):
        close(owner, None)
    return found


def sums(figures, calls_, states):
    """(tid, system call or "") -> how long the thread was in one of the states meanwhile"""
    found = Counter()
    for tid, thread in figures.threads.items():
        if not isinstance(tid, int) or tid <= 0:
            continue
        within = sorted(calls_.get(tid, ()))
        at = 0
        for begin, end, state in sorted(thread.spans):
            if state not in states:
                continue
            found[tid, ""] += end - begin
            while at < len(within) and within[at][1] is not None and within[at][1] <= begin:
                at += 1
            for since, until, name in within[at:]:
                if since >= end:
                    break
                part = min(end, until if until is not None else end) - max(begin, since)
                if part > 0:
                    found[tid, name] += part
                    found[tid, ""] -= part
    return +found
