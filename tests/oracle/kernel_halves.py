"""Latencies and waits of a part of a kernel trace, by the spans of kernel_states.py and the records themselves: what
`tracepane compare --by latency` and `--by wait` say of each side."""
import re
from collections import Counter, defaultdict

from tests.oracle.kernel_records import DEAD, RUNNABLE, RUNNING

RAISED = re.compile(r"softirq_(raise|entry):.*?\bvec=(\d+)(?: \[action=(\w+)\])?")


class Sums:
    """Of one name."""

    def __init__(self):
        self.all = []
        self.at_most = 0

    def add(self, length, at_most=False):
        self.all.append(length)
        self.at_most += at_most

    def figures(self):
        """(count, sum, median, max)"""
        lengths = sorted(self.all)
        return len(lengths), sum(lengths), lengths[len(lengths) // 2], lengths[-1]


def clipped(begin, end, first, last):
    """How much of a span is within a range; None: nothing, or a moment at one of its ends."""
    start, stop = max(begin, first), min(end, last)
    if start > stop or (start == stop and start in (first, last)):
        return None
    return stop - start


def wakeups(figures, first, last):
    found = Sums()
    for thread in figures.threads.values():
        for woken, ran, _, at_most in thread.latencies:
            if first <= woken and ran <= last:
                found.add(ran - woken, at_most)
    return found


def slices(durations, first, last):
    """(class, name) -> Sums"""
    found = defaultdict(Sums)
    for key, spans in durations.spans.items():
        for begin, end in spans:
            length = clipped(begin, end, first, last)
            if length is not None:
                found[key].add(length)
    return found


def softirqs(told, first, last):
    """name -> Sums, of what was raised and entered within the range. `told`: (time, cpu, text), in order, of the events
    of softirqs; None in the place of a text: records of the CPU are missing there."""
    raised, found = {}, defaultdict(Sums)
    for time, cpu, text in told:
        if text is None:
            raised = {key: at for key, at in raised.items() if key[0] != cpu}
            continue
        event = RAISED.search(text)
        if not event:
            continue
        key = cpu, int(event[2])
        if event[1] == "raise":
            raised.setdefault(key, time)
        elif key in raised:
            at = raised.pop(key)
            if first <= at and time <= last:
                found[event[3] or f"softirq {event[2]}"].add(time - at)
    return found


def waits(figures, names, first, last):
    """(thread's name, state, what) -> time. `what` of a runnable thread is who ran on the CPU that it got afterwards,
    of another one who woke it: the name of a thread, "interrupt", or "" where nobody is known to have."""
    found = Counter()
    turns = defaultdict(list)                     # cpu -> (begin, end, tid)
    for tid, thread in figures.threads.items():
        for begin, end, cpu in thread.ran:
            turns[cpu].append((begin, end, tid))
    for cpu in turns:
        turns[cpu].sort()
    for tid, thread in figures.threads.items():
        begins = {begin: cpu for begin, _, cpu in thread.ran}
        for begin, end, state in joined(thread):
            start, stop = max(begin, first), min(end, last)
            if state in (RUNNING, DEAD) or start >= stop:
                continue
            name = names.get(tid, "")
            if state == RUNNABLE:
                used = 0
                for since, until, other in within(turns.get(begins.get(end), ()), start, stop):
                    found[name, state, names.get(other, "")] += until - since
                    used += until - since
                found[name, state, ""] += stop - start - used
                continue
            waker, context = thread.ended.get(end, (None, ""))
            found[name, state, "interrupt" if context else names.get(waker, "") if waker else ""] += stop - start
    return +found


def joined(thread):
    """Its spans, without those that only a move between CPUs tells apart."""
    before = None
    for begin, end, state in sorted(thread.spans):
        if before and before[1] == begin and before[2] == state and begin not in thread.ended:
            before = before[0], end, state
            continue
        if before:
            yield before
        before = begin, end, state
    if before:
        yield before


def within(turns, first, last):
    for begin, end, tid in turns:
        if begin >= last:
            return
        if end > first:
            yield max(begin, first), min(end, last), tid
