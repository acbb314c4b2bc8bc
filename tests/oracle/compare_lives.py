"""Compares what tables say of when threads were made and ended, who made processes, and priorities, with the oracle."""
from tests.oracle import lifetimes
from tests.oracle.differences import Kind


def of_kernel(trace, product):
    lives, priorities = lifetimes.OF_KERNEL[trace.format](trace.lines())
    return [times(product, lives), parents(product, lives, False), priority(product, priorities)]


def of_uftrace(trace, product):
    lives = lifetimes.of_uftrace(trace.lines(), trace.path)
    return [times(product, lives), parents(product, lives, True)]


def none_of(product):
    """Of a format whose records do not tell it."""
    kind = Kind("table thread, made and ended")
    told = product.query("SELECT count(*) AS n FROM thread WHERE start_ts IS NOT NULL OR end_ts IS NOT NULL")
    kind.check("threads with a time", told[0]["n"], 0)
    return [kind]


def times(product, lives):
    kind = Kind("table thread, made and ended")
    told = {one["tid"]: (one["start_ts"], one["end_ts"])
            for one in product.query("SELECT tid, start_ts, end_ts FROM thread WHERE tid > 0")}
    # The text may tell of threads that the trace has no records of.
    kind.maps({tid: found for tid, found in told.items() if found != (None, None)},
              {tid: found for tid, found in lives.times().items() if tid in told}, "tid {}")
    return kind


def parents(product, lives, of_processes):
    """`of_processes`: the makers are ids of processes, and not of threads."""
    kind = Kind("table process, who forked it")
    told = product.query("SELECT p.pid, q.pid AS parent FROM process AS p LEFT JOIN process AS q ON q.upid = p.parent_upid")
    process_of = {one["tid"]: one["pid"] for one in product.query("SELECT tid, pid FROM thread WHERE tid > 0")}
    known = {one["pid"] for one in told}
    oracle = {}
    for pid in known:
        maker = lives.maker(pid)
        if not of_processes and maker is not None:
            maker = None if lives.several(maker) else process_of.get(maker)
        if maker in known:
            oracle[pid] = maker
    kind.maps({one["pid"]: one["parent"] for one in told if one["parent"] is not None}, oracle, "pid {}")
    return kind


def priority(product, priorities):
    """Each switch to a thread, and no other row."""
    kind = Kind("table sched, priority")
    if priorities is None:
        kind.left_out = "the reference does not tell it"
        return kind
    told = product.query("SELECT ts, cpu, tid, priority FROM sched WHERE priority IS NOT NULL")
    kind.maps({(one["ts"], one["cpu"], one["tid"]): one["priority"] for one in told}, priorities, "(ts, cpu, tid) {}")
    return kind
