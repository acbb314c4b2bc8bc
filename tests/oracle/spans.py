"""When what a CPU did was recorded: between its first record and its last, but not across a loss."""
import bisect
import math

from tests.oracle.kernel_records import Loss


class CpuSpans:
    def __init__(self):
        self.first = self.last = None
        self.gaps = []        # (last record before a loss, first after it)
        self.losing = False

    def add(self, time):
        if self.first is None:
            self.first = time
        elif self.losing:
            self.gaps.append((self.last, time))
        self.losing = False
        self.last = time

    def recorded(self):
        return self.last - self.first - sum(end - begin for begin, end in self.gaps)

    def unknown(self):
        """Spans in order, the first from the beginning of time, the last to its end."""
        return [(-math.inf, self.first), *self.gaps, (self.last, math.inf)]


class Unknown:
    """Where nothing is known of a CPU, for many questions."""

    def __init__(self, spans):
        self.spans = spans.unknown()
        self.ends = [end for _, end in self.spans]

    def first_in(self, begin, end):
        """Where the first unknown span that has time in common with [begin, end] begins; None: there is none."""
        at = bisect.bisect_right(self.ends, begin)
        if at < len(self.spans) and self.spans[at][0] < end:
            return max(begin, self.spans[at][0])
        return None


class Silences:
    """When any of several CPUs was not recorded."""

    def __init__(self, cpus):
        """`cpus`: the Unknown of each; None of one that has no record at all."""
        spans = sorted(span for one in cpus for span in (one.spans if one else [(-math.inf, math.inf)]))
        self.spans = []
        for begin, end in spans:
            if self.spans and begin <= self.spans[-1][1]:
                self.spans[-1][1] = max(self.spans[-1][1], end)
            else:
                self.spans.append([begin, end])
        self.ends = [end for _, end in self.spans]

    def within(self, begin, end):
        """For how long in [begin, end]."""
        sum_, at = 0, bisect.bisect_right(self.ends, begin)
        while at < len(self.spans) and self.spans[at][0] < end:
            sum_ += min(end, self.spans[at][1]) - max(begin, self.spans[at][0])
            at += 1
        return sum_


def spans_of(records):
    """cpu -> CpuSpans, of the records of one buffer."""
    found = {}
    for record in records:
        spans = found.setdefault(record.cpu, CpuSpans())
        if isinstance(record, Loss):
            spans.losing = spans.first is not None
        else:
            spans.add(record.time)
    return {cpu: spans for cpu, spans in found.items() if spans.first is not None}
