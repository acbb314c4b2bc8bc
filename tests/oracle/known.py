"""Differences that are known, until the core is mended: an entry goes with its difference."""
import fnmatch
from typing import NamedTuple


class Known(NamedTuple):
    traces: str   # format/name, a pattern
    kind: str     # of figures
    points: str   # of the list of the issue "True" that mend it; "": it is not on it
    reason: str


BOUNDS = "where unknown time begins and ends: up to a gap, the oracle drops what a thread did last; not decided yet"
INSTANCES = "records of other instances tell who runs, to the oracle they do not; not decided yet"
WAKINGS = "a waking whose CPU was not recorded yet, or whose switch is missing: the two differ on which are uncertain"
REPLACED = "what the new program does before its first record counts as execl"
FIRST_WAKER = "who leaves a CPU first has run there since its first record, and woke others: the oracle tells no waker before a switch"
FIRST_STACK = "a stack that comes first behind a loss tells the oracle who runs; not decided yet"

# The more special first.
KNOWN = [
    Known("tracecmd/v7-*stack*", "busy time of CPUs", "1", FIRST_STACK),
    Known("tracecmd/v?-instances", "busy time of CPUs", "1, 4", INSTANCES),
    Known("tracecmd/extract", "recorded time of CPUs", "2", BOUNDS),
    Known("*", "unknown time of threads", "1, 2", BOUNDS),
    Known("tracecmd/*", "states of threads", "1, 2, 3", BOUNDS),
    Known("tracecmd/*", "wakeups of threads", "3, 7", WAKINGS),
    Known("tracecmd/*", "latencies", "3, 7", WAKINGS),
    Known("tracecmd/*", "worst latencies", "3, 7", WAKINGS),
    Known("lttng/begin", "who woke whom", "", FIRST_WAKER),
    Known("uftrace/forkexec", "functions", "", REPLACED),
    Known("uftrace/forkexec", "stacks by total", "", REPLACED),
    Known("uftrace/forkexec", "stacks by self", "", REPLACED),
    Known("uftrace/forkexec", "stacks by calls", "", REPLACED),
    Known("uftrace/forkexec", "callers", "", REPLACED),
    Known("uftrace/forkexec", "callers of stacks upside down", "", REPLACED),
]


def reason_of(trace, kind):
    """The entry for a kind of figures of a trace, or None."""
    return next((one for one in KNOWN if one.kind == kind and fnmatch.fnmatch(trace, one.traces)), None)
