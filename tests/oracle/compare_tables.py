"""Compares the tables that queries are asked of with the oracle."""
from collections import Counter

from tests.oracle.differences import Kind
from tests.oracle.kernel_records import OTHER, RUNNABLE, RUNNING, SLEEPING, UNINTERRUPTIBLE

STATES = {"Running": RUNNING, "R": RUNNABLE, "R+": RUNNABLE, "S": SLEEPING, "D": UNINTERRUPTIBLE, "T": OTHER, "t": OTHER,
          "P": OTHER, "I": OTHER}
CONTEXTS = {"thread": "", "softirq": "softirq", "hardirq": "irq"}
SUMMARY = "count(*) AS calls, sum(dur) AS sum, min(dur) AS min, max(dur) AS max"


def of_calls(product, figures):
    """Slices of threads, and the statistics of functions."""
    return [ended(product, figures), without_duration(product, figures), statistics(product, figures)]


def ended(product, figures):
    kind = Kind("table slice")
    told = product.query(f"SELECT name, {SUMMARY} FROM slice WHERE utid IS NOT NULL AND dur >= 0 GROUP BY name")
    kind.maps({one["name"]: (one["calls"], one["min"], one["max"]) for one in told},
              {name: (one.calls, one.min, one.max) for name, one in figures.functions.items() if one.calls})
    return kind


def without_duration(product, figures):
    kind = Kind("table slice, without a duration")
    told = product.query("SELECT name, incomplete = 'unbegun' AS unbegun, count(*) AS calls FROM slice "
                         "WHERE utid IS NOT NULL AND dur < 0 GROUP BY 1, 2")
    oracle = {(name, 0): one.open for name, one in figures.functions.items() if one.open}
    oracle |= {(name, 1): count for name, count in (+figures.unbegun).items()}
    kind.maps({(one["name"], one["unbegun"]): one["calls"] for one in told}, oracle)
    return kind


def statistics(product, figures):
    kind = Kind("table function_stats")
    keys = ("calls", "total", "self", "min", "max")
    told = product.query("SELECT name, calls, total, self, min, max FROM function_stats WHERE calls > 0")
    kind.maps({one["name"]: tuple(one[key] for key in keys) for one in told},
              {name: tuple(getattr(one, key) for key in keys) for name, one in figures.functions.items() if one.calls})
    return kind


def times_of_states(product):
    """(tid, state) -> time, as the oracle names states"""
    found = Counter()
    for one in product.query("SELECT tid, state, sum(end_ts - ts) AS time FROM thread_state GROUP BY tid, state"):
        if one["state"] in STATES:
            found[one["tid"], STATES[one["state"]]] += one["time"]
    return +found


def of_tasks(product, tasks):
    """States of a program's threads."""
    kind = Kind("table thread_state")
    kind.maps({key: time for key, time in times_of_states(product).items() if key[0] in tasks},
              {(tid, state): time for tid, task in tasks.items() for state, time in task.times.items() if time},
              "(tid, state) {}")
    return kind


def of_kernel(product, figures, durations):
    """States of threads, who ran where, who woke whom; system calls, interrupts and softirqs."""
    kinds = []
    if figures.has_switches:
        kinds += [states(product, figures), assumed(product, figures), ran(product, figures)]
        if figures.has_wakeups and not any(context is None for _, context, _ in figures.wakings):
            kinds.append(wakers(product, figures))
    kinds.append(slices(product, durations))
    return kinds


def states(product, figures):
    kind = Kind("table thread_state")
    oracle = {(tid, state): time for tid, thread in figures.threads.items() for state, time in thread.times.items()
              if time and state in STATES.values()}
    kind.maps(times_of_states(product), oracle, "(tid, state) {}")
    return kind


def assumed(product, figures):
    kind = Kind("table thread_state, assumed")
    told = product.query("SELECT tid, sum(assumed) AS time FROM thread_state GROUP BY tid")
    kind.maps({one["tid"]: one["time"] for one in told if one["time"]},
              {tid: thread.assumed for tid, thread in figures.threads.items() if thread.assumed}, "tid {}")
    return kind


def ran(product, figures):
    kind = Kind("table sched")
    told = product.query("SELECT cpu, tid, sum(end_ts - ts) AS time FROM sched WHERE cpu IS NOT NULL GROUP BY cpu, tid")
    kind.maps({(one["cpu"], one["tid"]): one["time"] for one in told if one["time"]},
              {(cpu, tid): time for cpu, busy in figures.busy.items() for tid, time in busy.items() if time},
              "(cpu, tid) {}")
    return kind


def wakers(product, figures):
    kind = Kind("table thread_state, who woke whom")
    told = product.query("SELECT w.tid AS waker, s.irq_context AS context, s.tid AS woken, count(*) AS times "
                         "FROM thread_state AS s LEFT JOIN thread AS w ON w.utid = s.waker_utid "
                         "WHERE s.irq_context IS NOT NULL GROUP BY 1, 2, 3")
    oracle = Counter()
    for (waker, context, woken), count in figures.wakings.items():
        oracle[waker or -1, context, woken] += count
    kind.maps({(one["waker"] or -1, CONTEXTS[one["context"]], one["woken"]): one["times"] for one in told}, oracle,
              "(waker, context, woken) {}")
    return kind


def slices(product, durations):
    kind = Kind("table slice, of the kernel")
    told = {(one["cpu"] == 1, one["name"]): tuple(one[key] for key in ("calls", "sum", "min", "max"))
            for one in product.query(f"SELECT category = 'cpu' AS cpu, name, {SUMMARY} FROM slice WHERE dur >= 0 "
                                     "GROUP BY category, name")}
    for (class_, name), found in sorted(durations.closed.items(), key=str):
        kind.check(f"{class_} {name}", told.get((class_ != "syscall", name)),
                   (len(found), sum(found), min(found), max(found)))
        if class_ != "syscall":
            kind.check(f"{class_} {name}, on threads", told.get((False, name)), None)
    return kind
