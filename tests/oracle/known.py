"""Differences that are known, until the core is mended: an entry goes with its difference."""
import fnmatch
from typing import NamedTuple


class Known(NamedTuple):
    traces: str   # format/name, a pattern
    kind: str     # of figures
    points: str   # of the list of the issue "True" that mend it; "": it is not on it
    reason: str


PRINTED = "the made trace says to which CPU a thread is woken, where nothing is recorded; the text does not print it"
REPLACED = "what the new program does before its first record counts as execl"
TWICE = "what returns twice is drawn as one slice, which its first exit ends; statistics count the second exit"

MISSING = "perf has not recorded all switches: such a time is drawn as not recorded, and counted as recorded"

# The more special first.
KNOWN = [
    Known("ctf/perf-convert", "recorded time of CPUs", "", MISSING),
    Known("tracecmd/guest", "states of threads", "", PRINTED),
    Known("tracecmd/guest", "unknown time of threads", "", PRINTED),
    Known("tracecmd/guest", "time of threads that is assumed", "", PRINTED),
    Known("tracecmd/guest", "time in states by system call", "", PRINTED),
    Known("tracecmd/guest", "table thread_state", "", PRINTED),
    Known("tracecmd/guest", "table thread_state, assumed", "", PRINTED),
    Known("tracecmd/guest", "waits of halves", "", PRINTED),
    Known("tracecmd/threads", "states of threads", "", PRINTED),
    Known("tracecmd/threads", "unknown time of threads", "", PRINTED),
    Known("tracecmd/threads", "time of threads that is assumed", "", PRINTED),
    Known("tracecmd/threads", "time in states by system call", "", PRINTED),
    Known("tracecmd/threads", "table thread_state", "", PRINTED),
    Known("tracecmd/threads", "table thread_state, assumed", "", PRINTED),
    Known("tracecmd/threads", "waits of halves", "", PRINTED),
    Known("uftrace/forkexec", "functions", "", REPLACED),
    Known("uftrace/forkexec", "slices", "", REPLACED),
    Known("uftrace/forkexec", "groups of slices", "", REPLACED),
    Known("uftrace/forkexec", "table slice", "", REPLACED),
    Known("uftrace/forkexec", "table function_stats", "", REPLACED),
    Known("uftrace/forkexec", "stacks by total", "", REPLACED),
    Known("uftrace/forkexec", "stacks by self", "", REPLACED),
    Known("uftrace/forkexec", "stacks by calls", "", REPLACED),
    Known("uftrace/forkexec", "callers", "", REPLACED),
    Known("uftrace/forkexec", "callers of stacks upside down", "", REPLACED),
    Known("uftrace/jmp", "table slice, without a duration", "", TWICE),
]


def reason_of(trace, kind):
    """The entry for a kind of figures of a trace, or None."""
    return next((one for one in KNOWN if one.kind == kind and fnmatch.fnmatch(trace, one.traces)), None)
