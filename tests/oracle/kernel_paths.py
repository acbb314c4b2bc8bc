"""Who held up a thread, by the spans of kernel_states.py: moment by moment, a thread that waits is replaced by who ended
its wait, if that is a thread that ran then. (docs/why.md defines it backwards in time; this goes by pieces of time,
which must come to the same.)"""
import bisect
from collections import Counter

from tests.oracle.kernel_records import RUNNABLE, RUNNING

MOST_DEEP = 500
KINDS = {RUNNING: "running", RUNNABLE: "cpu"}


class Spans:
    """Of a thread: (begin, end, state), in order, none empty, without those that only a move between CPUs tells apart."""

    def __init__(self, thread):
        self.all = []
        for begin, end, state in sorted(thread.spans):
            before = self.all[-1] if self.all else None
            if before and before[1] == begin and before[2] == state and begin not in thread.ended:
                self.all[-1] = (before[0], end, state)
            elif end > begin:
                self.all.append((begin, end, state))
        self.begins = [begin for begin, _, _ in self.all]
        self.ended = thread.ended

    def within(self, begin, end):
        at = max(0, bisect.bisect_right(self.begins, begin) - 1)
        while at < len(self.all) and self.all[at][0] < end:
            if self.all[at][1] > begin:
                yield self.all[at]
            at += 1

    def ran_at(self, time):
        """The moments of both switches included."""
        return any(state == RUNNING and begin <= time <= end for begin, end, state in self.within(time - 1, time + 1))


def sums(figures, tid, begin, end):
    """(thread, "running", "cpu", "blocked" or "unknown") -> how long the path of a thread is that, in [begin, end]."""
    known = {}
    found = Counter()

    def spans(of):
        if of not in known:
            known[of] = Spans(figures.threads[of])
        return known[of]

    left = [(tid, begin, end, 0)]
    while left:
        who, first, last, depth = left.pop()
        untold = last - first
        for since, until, state in spans(who).within(first, last):
            part = max(first, since), min(last, until)
            length = part[1] - part[0]
            untold -= length
            kind = KINDS.get(state, "blocked")
            waker, context = spans(who).ended.get(until, (None, "")) if kind == "blocked" else (None, "")
            if waker and not context and waker != who and depth < MOST_DEEP and waker in figures.threads \
                    and spans(waker).ran_at(until):
                left.append((waker, *part, depth + 1))
            else:
                found[who, kind] += length
        found[who, "unknown"] += untold
    return +found
