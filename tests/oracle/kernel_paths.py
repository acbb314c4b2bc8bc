"""Who held up a thread, by the spans of kernel_states.py: moment by moment, a thread that waits is replaced by who ended
its wait, if that is a thread that ran then; and before it was made, by who made it. (docs/why.md defines it backwards in
time; this goes by pieces of time, which must come to the same.)"""
import bisect
import math
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

    def gaps(self, begin, end):
        """(begin, end, when something is known again) of what lies between the spans."""
        at = begin
        for since, until, _ in self.within(begin, end):
            if since > at:
                yield at, since, since
            at = max(at, until)
        if at < end:
            following = bisect.bisect_left(self.begins, end)
            yield at, end, self.begins[following] if following < len(self.begins) else math.inf

    def ran_at(self, time):
        """The moments of both switches included."""
        return any(state == RUNNING and begin <= time <= end for begin, end, state in self.within(time - 1, time + 1))


def sums(figures, lives, tid, begin, end):
    """`lives`: lifetimes.Lives.
    (thread, "running", "cpu", "blocked" or "unknown") -> how long the path of a thread is that, in [begin, end]."""
    known = {}
    found = Counter()

    def spans(of):
        if of not in known:
            known[of] = Spans(figures.threads[of])
        return known[of]

    born = lives.times()

    def made(of, depth):
        """-> (when a thread was made, who made it, if a path goes on there), or nothing"""
        at, maker = born.get(of, (None,))[0], lives.maker(of)
        if at is None:
            return None
        follows = 0 < depth < MOST_DEEP and maker in figures.threads and maker != of and spans(maker).ran_at(at)
        return at, maker if follows else None

    left = [(tid, begin, end, 0)]
    while left:
        who, first, last, depth = left.pop()
        for since, until, state in spans(who).within(first, last):
            part = max(first, since), min(last, until)
            length = part[1] - part[0]
            kind = KINDS.get(state, "blocked")
            waker, context = spans(who).ended.get(until, (None, "")) if kind == "blocked" else (None, "")
            if waker and not context and waker != who and depth < MOST_DEEP and waker in figures.threads \
                    and spans(waker).ran_at(until):
                left.append((waker, *part, depth + 1))
            else:
                found[who, kind] += length
        birth = made(who, depth)
        for since, until, known_again in spans(who).gaps(first, last):
            at, maker = birth or (since, None)
            before = max(since, min(until, at))
            if before > since and maker is not None and known_again >= at:
                left.append((maker, since, before, depth + 1))
            else:
                found[who, "unknown"] += before - since
            found[who, "unknown"] += until - before
    return +found
