"""How long system calls, interrupts and softirqs took: from an entry to its exit, where both are recorded. Where
something was not recorded in between, that of a system call is an upper bound, and that of the others is not known."""
from bisect import bisect_right
from collections import defaultdict

from tests.oracle.kernel_records import ENTER, EXIT, SWITCH, Loss
from tests.oracle.spans import spans_of


class Durations:
    def __init__(self):
        self.closed = defaultdict(list)   # (class, name) -> durations
        self.spans = defaultdict(list)    # (class, name) -> (begin, end) of these
        self.at_most = defaultdict(int)   # (class, name) -> how many of these are upper bounds
        self.open = defaultdict(int)      # (class, name) -> entries that did not end
        self.unbegun = defaultdict(int)   # (class, name) -> exits whose entry was not recorded


def durations(records, unseen=None):
    """`unseen`: by thread, until when it may have run on a CPU that was not recorded: a call may have ended there, and
    a later one begun."""
    found = Durations()
    spans = {}
    for buffer in {r.buffer for r in records}:
        for cpu, one in spans_of(r for r in records if r.buffer == buffer).items():
            spans[buffer, cpu] = one.gaps
    firsts = {}                  # when each CPU of a buffer was recorded first
    for record in records:
        if not isinstance(record, Loss):
            firsts.setdefault((record.buffer, record.cpu), record.time)
    stacks = defaultdict(list)   # whose -> entries that are open
    runner = {}
    for record in records:
        if isinstance(record, Loss):
            continue
        if record.kind == SWITCH:
            prev, _, following = record.subject
            if record.tid is None and record.cpu not in runner:
                # Who ran so far is told only now.
                stacks["syscall", prev] = stacks.pop(("syscall", ("cpu", record.cpu)), [])
            runner[record.cpu] = following
        elif record.kind in (ENTER, EXIT):
            kind, name, number = record.subject
            owner = record.cpu
            if kind == "syscall":
                owner = record.tid if record.tid is not None else runner.get(record.cpu, ("cpu", record.cpu))
            told = unseen.get(owner, ()) if unseen and kind == "syscall" else ()
            step(found, stacks[kind, owner], record, kind, name, number, spans, firsts, told)
    for (kind, _), stack in stacks.items():
        for name, *_ in stack:
            found.open[kind, name] += 1
    return found


def step(found, stack, record, kind, name, number, spans, firsts, told):
    if record.kind == ENTER:
        if kind == "syscall" and stack:  # a thread is in one system call: the exit of the other was not recorded
            found.open[kind, stack.pop()[0]] += 1
        stack.append((name, number, record))
        return
    if not stack or (number is not None and stack[-1][1] != number):
        if not any(entry[1] == number for entry in stack):
            found.unbegun[kind, name] += 1
            return
        while stack[-1][1] != number:
            found.open[kind, stack.pop()[0]] += 1
    name, _, begun = stack.pop()
    places = {(begun.buffer, begun.cpu), (record.buffer, record.cpu)}
    # The CPU of the exit may not have been recorded yet when it began.
    unseen = firsts[record.buffer, record.cpu] > begun.time or bisect_right(told, record.time) > bisect_right(told, begun.time)
    unsure = unseen or any(begin < record.time and end > begun.time for place in places for begin, end in spans[place])
    if unsure and kind != "syscall":
        found.open[kind, name] += 1
        return
    found.closed[kind, name].append(record.time - begun.time)
    found.spans[kind, name].append((begun.time, record.time))
    found.at_most[kind, name] += unsure
