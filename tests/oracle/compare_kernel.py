"""Compares what the command line says of a kernel trace with the oracle."""
from collections import Counter

from tests.oracle import (compare_halves, compare_lives, compare_tables, ctf_text, kernel_paths, kernel_slices, kernel_stacks,
                          kernel_states, lifetimes, lttng_text, tracecmd_text)
from tests.oracle.differences import Kind
from tests.oracle.kernel_records import OTHER, RUNNABLE, RUNNING, SLEEPING, UNINTERRUPTIBLE

PARSERS = {"tracecmd": tracecmd_text, "lttng": lttng_text, "ctf": ctf_text}
STATES = (RUNNING, RUNNABLE, SLEEPING, UNINTERRUPTIBLE, OTHER)
WORST = 100  # so many are listed
PATHS = 12   # of so many threads the critical path is compared
MOST_EXPORTED = 64 << 20  # bytes of a trace whose slices of CPUs are asked for: only the export has them all
CLASSES = {"syscall": "system calls", "irq": "interrupts", "softirq": "softirqs"}


def compare(trace, product):
    """-> the kinds of figures; a kind that the trace has nothing of is left out"""
    records = list(PARSERS[trace.format].records(trace.lines()))
    # The headers of LTTng's sub-buffers say that it lasts longer than from its first record to its last. The text has
    # no headers.
    tracecmd = trace.format == "tracecmd"
    figures = kernel_states.Model(records, None if tracecmd else product.lasts(),
                                  tracecmd_text.cpus(trace.lines()) if tracecmd else (),
                                  tracecmd_text.idle_cpus(trace.path.parent) if tracecmd else (),
                                  tells_last=trace.format != "lttng").out
    kinds = []
    if figures.has_switches:
        ours = product.scheduling()
        kinds += [cpus(ours, figures), recorded(ours, figures), states(ours, figures), unknown(ours, figures),
                  assumed(ours, figures), switches(ours, figures), stacks(product, records, figures)]
        if figures.has_wakeups:
            kinds += [wakeups(ours, figures), latency(ours, figures), worst(ours, figures), wakers(ours, figures),
                      paths(product, figures, trace)]
    durations = kernel_slices.durations(records, {tid: sorted(thread.unseen) for tid, thread in figures.threads.items()})
    kinds += slices(product, durations, trace.format != "lttng")
    kinds += compare_tables.of_kernel(product, figures, durations)
    kinds += compare_lives.of_kernel(trace, product)
    kinds += compare_halves.of_kernel(product, figures, durations, trace)
    return [kind for kind in kinds if kind.compared or kind.left_out]


def seen(figures):
    """The threads of which there is anything to say."""
    return {tid: thread for tid, thread in figures.threads.items()
            if any(thread.times.values()) or any(thread.figures.values())}


def by_tid(ours):
    return {one["tid"]: one for one in ours["threads"]}


def cpus(ours, figures):
    kind = Kind("busy time of CPUs")
    for one in ours["cpus"]:
        cpu = one["cpu"]
        oracle = +figures.busy.get(cpu, Counter())
        kind.check(f"CPU {cpu}", one["busy"], None if cpu in figures.silent else sum(oracle.values()))
        kind.maps({part["tid"]: part["time"] for part in one["threads"] if part["time"]}, oracle, f"CPU {cpu} tid {{}}")
    told = {one["cpu"] for one in ours["cpus"]}
    for cpu, busy in figures.busy.items():
        if any(busy.values()) and cpu not in told:
            kind.check(f"CPU {cpu}", None, sum(busy.values()))
    return kind


def recorded(ours, figures):
    kind = Kind("recorded time of CPUs")
    kind.maps({one["cpu"]: one.get("recorded") for one in ours["cpus"]},
              {cpu: figures.recorded(cpu) for cpu in figures.cpus} | dict.fromkeys(figures.silent, 0), "CPU {}")
    return kind


def per_thread(title, ours, figures, expected):
    """Compares figures of each thread that either knows: `expected(thread)` gives the oracle's by name, thread None where it
    knows none."""
    kind = Kind(title)
    told, oracle = by_tid(ours), seen(figures)
    for tid in sorted({*told, *oracle}):
        for name, value in expected(oracle.get(tid)):
            none = None if value is None else 0
            kind.check(f"tid {tid} {name}", told[tid][name] if tid in told else none, value)
    return kind


def states(ours, figures):
    return per_thread("states of threads", ours, figures,
                      lambda thread: [(state, thread.times[state] if thread else 0) for state in STATES])


def unknown(ours, figures):
    kind = Kind("unknown time of threads")
    told, oracle = by_tid(ours), seen(figures)
    kind.maps({tid: one.get("unknown") for tid, one in told.items() if tid in oracle},
              {tid: figures.unknown(thread) for tid, thread in oracle.items() if tid in told}, "tid {}")
    return kind


def assumed(ours, figures):
    return per_thread("time of threads that is assumed", ours, figures,
                      lambda thread: [("assumed", thread.assumed if thread else 0)])


def switches(ours, figures):
    return per_thread("switches and migrations", ours, figures, lambda thread: [
        (name, thread.figures[name] if thread else 0) for name in ("switches", "migrations")])


def wakeups(ours, figures):
    def expected(thread):
        latencies = [ran - woken for woken, ran, *_ in thread.latencies] if thread else []
        return (("wakeups", thread.figures["wakeups"] if thread else 0), ("latencyMax", max(latencies, default=None)),
                ("latencyAverage", sum(latencies) // len(latencies) if latencies else None),
                ("atMost", sum(one[3] for one in thread.latencies) if thread else 0))
    return per_thread("wakeups of threads", ours, figures, expected)


def all_latencies(figures):
    return [(ran - woken, woken, ran, thread.tid, at_most) for thread in figures.threads.values()
            for woken, ran, _, at_most in thread.latencies]


def latency(ours, figures):
    kind = Kind("latencies")
    found = sorted(one[0] for one in all_latencies(figures))
    oracle = {"count": len(found), "min": found[0], "max": found[-1], "average": sum(found) // len(found)} if found \
        else {"count": 0, "min": None, "max": None, "average": None}
    kind.maps({name: ours["latency"][name] for name in oracle}, oracle)
    kind.check("uncertain", ours["latency"]["uncertain"], figures.uncertain)
    kind.check("atMost", ours["latency"]["atMost"], sum(one[4] for one in all_latencies(figures)))
    return kind


def worst(ours, figures):
    kind = Kind("worst latencies")
    oracle = sorted(all_latencies(figures), reverse=True)
    told = [(one["latency"], one["woken"], one["ran"], one["tid"], one.get("atMost", False)) for one in ours["worst"]]
    # Of those that took as long as the last of the list, either may be on it.
    least = oracle[WORST - 1][0] if len(oracle) > WORST else -1
    kind.multisets([one for one in told if one[0] > least], [one for one in oracle if one[0] > least])
    return kind


def wakers(ours, figures):
    kind = Kind("who woke whom")
    if any(context is None for _, context, _ in figures.wakings):
        kind.left_out = "the reference does not tell the context"
        return kind
    told = Counter()
    for one in ours["wakings"]:
        told[max(one["wakerTid"], -1) or -1, one.get("context", ""), one["tid"]] += one["count"]
    oracle = Counter()
    for (waker, context, woken), count in figures.wakings.items():
        oracle[waker or -1, context, woken] += count
    kind.maps(told, oracle, "(waker, context, woken) {}: wakings")
    return kind


def paths(product, figures, trace):
    """Of the threads that waited the most often, the critical path over all of the trace, by thread and kind."""
    kind = Kind("critical paths")
    if any(context is None for _, context, _ in figures.wakings):
        kind.left_out = "the reference does not tell the context"
        return kind
    lives, _ = lifetimes.OF_KERNEL[trace.format](trace.lines())
    often = sorted(seen(figures), key=lambda tid: (-figures.threads[tid].figures["wakeups"], tid))
    for told in product.paths(often[:PATHS], figures.begin, figures.end) if often and figures.begin < figures.end else ():
        tid, ours = told["tid"], Counter()
        for one in told["shares"]:
            ours[one["tid"], "unknown" if one["kind"] == "ended" else one["kind"]] += one["time"]
        kind.check(f"tid {tid} all", sum(ours.values()), figures.end - figures.begin)
        kind.maps(+ours, kernel_paths.sums(figures, lives, tid, figures.begin, figures.end), f"path of tid {tid}: {{}}")
    return kind


def stacks(product, records, figures):
    kind = Kind("time in states by system call")
    calls = kernel_stacks.calls(records)
    names = {name for of in calls.values() for _, _, name in of}
    for weight, states in kernel_stacks.WEIGHTS.items():
        ours = Counter()
        for path, time in product.stacks("--per-thread", "--by", weight).items():
            thread, *frames = path.replace("\\x20", " ").split(";")
            ours[int(thread.rpartition("-")[2]), next((frame for frame in frames if frame in names), "")] += time
        theirs = kernel_stacks.sums(figures, calls, states)
        kind.maps(ours, theirs, f"{weight} {{}}")
        of_calls = Counter()
        for (_, name), time in theirs.items():
            of_calls[name] += time if name else 0
        found = {name: one["total"] for name, one in product.functions("--by", weight).items() if name in names}
        kind.maps(found, +of_calls, f"{weight} of function {{}}")
    return kind


def slices(product, durations, exits_named):
    """`exits_named`: an exit says of which system call it is."""
    names = sorted({*durations.closed, *durations.open}, key=str)
    kinds = []
    if any(class_ == "syscall" for class_, _ in names):
        told = {name: (one["calls"], one["total"], one["min"], one["max"])
                for name, one in product.functions().items() if one["calls"]}
        kinds.append(slices_of("syscall", names, told, durations))
        kinds.append(listed(product, durations))
        kinds.append(bounds(product, durations))
        kinds.append(without_end(product, durations))
        if exits_named:
            kinds.append(without_beginning(product, durations))
    if any(class_ != "syscall" for class_, _ in names) and product.trace.stat().st_size > MOST_EXPORTED:
        kind = Kind("interrupts and softirqs")
        kind.left_out = "the trace is too large to be exported"
        kinds.append(kind)
    elif any(class_ != "syscall" for class_, _ in names):
        told = {name: summary(found) for name, found in product.slices_of_cpus().items()}
        kinds += [slices_of(class_, names, told, durations) for class_ in ("irq", "softirq")]
    return kinds


def listed(product, durations):
    """The list of system calls has those of known duration, and nothing else."""
    kind = Kind("system calls by themselves")
    told = [(one["name"], one["dur"]) for one in product.slices("--kind", "syscalls") if one["dur"] is not None]
    oracle = [(name, one) for (class_, name), found in durations.closed.items() if class_ == "syscall" for one in found]
    kind.multisets(told, oracle)
    return kind


def bounds(product, durations):
    """System calls during which something was not recorded: how many are counted, and listed, with an upper bound."""
    kind = Kind("system calls with a bound")
    oracle = {name: count for (class_, name), count in durations.at_most.items() if class_ == "syscall" and count}
    names = {name for class_, name in durations.closed if class_ == "syscall"}
    kind.maps({name: one["atMost"] for name, one in product.functions().items() if one["atMost"] and name in names},
              oracle, "{}: counted")
    listed_ = Counter(one["name"] for one in product.slices("--kind", "syscalls") if one["state"] == "at most")
    kind.maps(listed_, oracle, "{}: listed")
    return kind


def without_end(product, durations):
    """System calls of which no exit was recorded. Without events of exits there are none to tell."""
    kind = Kind("system calls without a duration")
    # A dump of all threads tells that one is in a system call, but not in which.
    told = {name: one["open"] for name, one in product.functions().items() if one["open"] and name != "system call"}
    oracle = {name: count for (class_, name), count in durations.open.items() if class_ == "syscall"}
    if any(class_ == "syscall" for class_, _ in durations.closed):
        kind.maps(told, oracle)
    return kind


def without_beginning(product, durations):
    """System calls of which the entry was not recorded."""
    kind = Kind("system calls without a beginning")
    oracle = {name: count for (class_, name), count in durations.unbegun.items() if class_ == "syscall"}
    calls = {name for class_, name in (*durations.closed, *durations.open, *durations.unbegun) if class_ == "syscall"}
    kind.maps({name: one["unbegun"] for name, one in product.functions().items() if one["unbegun"] and name in calls},
              oracle)
    return kind


def summary(found):
    return len(found), sum(found), min(found), max(found)


def slices_of(class_, names, told, durations):
    """Each of this class that the oracle knows by name: what else there is may be slices of other things."""
    kind = Kind(CLASSES[class_])
    for name in [name for one, name in names if one == class_]:
        found = durations.closed.get((class_, name))
        kind.check(f"{name} (count, total, min, max)", told.get(name), summary(found) if found else None)
    return kind
