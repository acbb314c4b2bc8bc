"""Compares both halves of a kernel trace, as `tracepane compare` has them by latency and by wait, with the oracle, and the
latencies of its second half, as `tracepane latencies --from` lists them."""
import json
from collections import Counter

from tests.oracle import kernel_halves, tracecmd_text
from tests.oracle.differences import Kind
from tests.oracle.product import Failed

CLASSES = {"syscall": "syscall", "irq": "interrupt", "softirq": "softirq"}
FIGURES = ("count", "sum", "median", "max")


def of_kernel(product, figures, durations, trace):
    """-> the kinds of figures"""
    begin, end = product.lasts()
    middle = begin + (end - begin) // 2
    halves = {"a": (begin, middle), "b": (middle, end)}
    kinds = [latencies_of_halves(product, middle, figures, durations, trace, halves),
             of_a_range(product, figures, durations, trace, *halves["b"])]
    if figures.has_switches:
        kinds.append(waits(product, halved(product, "wait", middle), figures, halves))
    return kinds


def halved(product, by, middle):
    return json.loads(product.run("compare", "--by", by, "--format", "json", "--a-to", str(middle), "--b-from", str(middle),
                                  behind=(str(product.trace),)))


def latencies_of_halves(product, middle, figures, durations, trace, halves):
    try:
        return latencies(halved(product, "latency", middle), figures, durations, trace, halves)
    except Failed:
        # It can't be compared what no half has.
        kind = Kind("latencies of halves")
        for side, span in halves.items():
            kind.check(f"{side} without latencies", [], sorted(expected(figures, durations, trace, *span)))
        return kind


def latencies(told, figures, durations, trace, halves):
    kind = Kind("latencies of halves")
    # What both sides have alike is in no row, and what one side has nothing of is in none either.
    groups = {one["group"]: one for one in told["groups"] if one["compared"]}
    ours = {side: {(row["group"], row["name"]): tuple(row[side][name] for name in FIGURES)
                   for row in told["changes"] if row[side]["count"]} for side in "ab"}
    oracle = {side: expected(figures, durations, trace, *span) for side, span in halves.items()}
    for side in "ab":
        both = {key: sums for key, sums in oracle[side].items() if key[0] in groups}
        for key in sorted({*ours[side], *both}):
            if is_untold(key, durations, trace) or (key not in ours[side] and oracle["a"].get(key) == oracle["b"].get(key)):
                continue
            kind.check(f"{side} {key} {FIGURES}", ours[side].get(key), both.get(key))
    sums = Counter()
    for row in told["changes"]:
        kind.check(f"parts of {row['name']}", row["byCount"] + row["byEach"], row["change"])
        sums[row["group"]] += row["change"]
    kind.maps({name: sums[name] for name in groups}, {name: one["change"] for name, one in groups.items()}, "change of {}")
    return kind


def is_untold(key, durations, trace):
    """Whether the oracle does not tell it. `key`: (group, name)"""
    # A dump of all threads tells that one is in a system call, but not in which.
    return key[0] == "request" or key[1] == "system call" or (key[0] == "softirqPending" and trace.format != "tracecmd") or \
        (key[0] == "interrupt" and ("irq", key[1]) not in durations.closed)  # vectors of x86 are in no entry


def of_a_range(product, figures, durations, trace, first, last):
    kind = Kind("latencies of a range")
    told = json.loads(product.run("latencies", "--format", "json", "--from", str(first), "--to", str(last)))
    ours = {(row["kind"], row["name"]): (row["count"], row["median"], row["max"]) for row in told["rows"] if row["count"]}
    oracle = {key: (count, median, longest)
              for key, (count, _, median, longest) in expected(figures, durations, trace, first, last).items()}
    for key in sorted({*ours, *oracle}):
        if not is_untold(key, durations, trace):
            kind.check(f"{key} (count, median, max)", ours.get(key), oracle.get(key))
    return kind


def expected(figures, durations, trace, first, last):
    """(group, name) -> (count, sum, median, max)"""
    found = {(CLASSES[class_], name): sums for (class_, name), sums in kernel_halves.slices(durations, first, last).items()}
    if figures.has_wakeups:
        found["wakeup", "wakeup"] = kernel_halves.wakeups(figures, first, last)
    if trace.format == "tracecmd":
        for name, sums in kernel_halves.softirqs(softirq_events(trace), first, last).items():
            found["softirqPending", name] = sums
    return {key: sums.figures() for key, sums in found.items() if sums.all}


def softirq_events(trace):
    for line in trace.lines():
        told = tracecmd_text.LINE.match(line)
        lost = None if told else tracecmd_text.LOST.match(line)
        if lost:
            yield 0, int(lost["cpu"]), None
        elif told and told["name"].startswith("softirq_"):
            yield tracecmd_text.time_of(told["time"]), int(told["cpu"]), f"{told['name']}: {told['text']}"


def waits(product, told, figures, halves):
    kind = Kind("waits of halves")
    # Who a thread is called is not the question here.
    names = {one["tid"]: one["name"] for one in product.scheduling()["threads"]}
    contexts = all(context is not None for _, context, _ in figures.wakings)
    ours = {side: Counter() for side in "ab"}
    for row in told["changes"]:
        for side in "ab":
            ours[side][row.get("thread", ""), row["group"], cause(row, names)] += row[side]["sum"]
    oracle = {side: kernel_halves.waits(figures, names, *span) for side, span in halves.items()}
    for side in "ab":
        ours[side] = Counter({key: time for key, time in ours[side].items() if key[1] != "unknown"})
        if not contexts:
            ours[side], oracle[side] = by_state(ours[side]), by_state(oracle[side])
    for key in sorted({key for found in (ours, oracle) for side in "ab" for key in found[side]}):
        # What both sides have alike is in no row, and where nobody is known, several rows are one of these.
        kind.check(f"change of {key}", ours["b"][key] - ours["a"][key], oracle["b"][key] - oracle["a"][key])
        for side in "ab":
            if key[2] and ours["a"][key] + ours["b"][key]:
                kind.check(f"{side} {key}", ours[side][key], oracle[side][key])
    states = product.scheduling()["threads"]
    for group in told["groups"]:
        whole = sum(one[group["group"]] for one in states)
        kind.check(f"{group['group']} of both halves", group["a"]["sum"] + group["b"]["sum"], whole)
    return kind


def cause(row, names):
    """As kernel_halves.waits() has it. A thread may be called "irq/48-iwlwifi"."""
    if row["name"] in names.values():
        return row["name"]
    interrupts = row["name"].startswith(("hardirq", "softirq", "irq", "a hardirq", "a softirq", "an irq", "a irq"))
    return "interrupt" if interrupts else ""


def by_state(found):
    sums = Counter()
    for (name, state, what), time in found.items():
        sums[name, state, what if state == "runnable" else ""] += time
    return sums
