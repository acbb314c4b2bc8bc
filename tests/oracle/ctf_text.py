"""Reads what babeltrace2 prints of CTF traces: all fields by their scopes, and what the records of LTTng's kernel tracer tell."""
import calendar
import re
from typing import NamedTuple

from tests.oracle.kernel_records import (DEAD, DUMPED, ENTER, EVENT, EXIT, FORK, MIGRATE, NEW, OTHER, SWITCH, WAKEUP, WAKING, Record,
                                         state_of_bits)
from tests.oracle.lttng_text import DUMPED_STATES, Contexts

# babeltrace2 -n all -f all --clock-date --clock-gmt
HEAD = re.compile(r"^(?:timestamp = (\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)\.(\d+), )?(?:.*?, )??name = (.*?)(?:, )?"
                  r"(?:, ((?:stream\.packet|stream\.event|event)\.(?:context|fields) = \{.*))?$")
SCOPE = re.compile(r"(?:, )?([\w.]+) = \{ ?")
# babeltrace2 -f all --clock-cycles --no-delta
CYCLES = re.compile(r"^\[0*(\d+)\] (.*)$")
# perf has the names of tracepoints, "sched:sched_switch".
KERNEL = re.compile(r"^\[0*(\d+)\] (?:\S* )?(?:\w+:)?(\w+): \{ cpu_id = (\d+) \}(.*)$")
FIELD = re.compile(r"(\w+) = (?:\"((?:[^\"\\]|\\.)*)\"|(-?\w+))")


class Printed(NamedTuple):
    time: int | None  # of day, in nanoseconds
    name: str
    words: str        # the payload, and behind it each context in braces


def scopes_of(text):
    """'event.fields = { a = 1 }, ...' -> {scope: what is between its braces}"""
    found, at = {}, 0
    while at < len(text):
        head = SCOPE.match(text, at)
        if not head:
            raise ValueError(f"no scope begins at {text[at:at + 60]!r}")
        begin = at = head.end()
        depth, quoted = 1, False
        while depth:
            letter = text[at]
            if quoted:
                at += letter == "\\"
                quoted = letter != '"'
            elif letter == '"':
                quoted = True
            else:
                depth += (letter == "{") - (letter == "}")
            at += 1
        found[head[1]] = text[begin:at - 1].removesuffix(" ")
    return found


def printed(line):
    head = HEAD.match(line)
    if not head:
        raise ValueError(f"no event: {line[:80]!r}")
    time = None
    if head[1]:
        time = calendar.timegm(tuple(int(part) for part in head.group(1, 2, 3, 4, 5, 6))) * 10**9 + int(head[7])
    scopes = scopes_of(head[9] or "")
    words = [scopes["event.fields"]] if scopes.get("event.fields") else []
    words += [f"{{ {scopes[name]} }}" for name in ("stream.event.context", "event.context") if scopes.get(name)]
    return Printed(time, head[8], ", ".join(words))


def cycles(line):
    told = CYCLES.match(line)
    return int(told[1]) if told else None


def fields_of(text):
    found = {name: quoted or number for name, quoted, number in FIELD.findall(text)}
    # The tracepoints of the kernel, as perf records them, call a tid a pid.
    return {name.replace("pid", "tid"): value for name, value in found.items()} if "perf_tid" in found else found


class States:
    """prev_state of sched_switch. Bits above the lower ones say that the thread was preempted, and tell the kernel: 1024 alone
    is one before 4.14, 4096 a later one whose tracer records the state as it is."""

    def __init__(self, lines):
        alone = set(re.findall(r"prev_state = (\d+)", "\n".join(lines)))
        self.old, self.raw = "1024" in alone, "4096" in alone

    def of(self, bits):
        if bits & 1026 == 1026 and not self.old:
            return OTHER
        if bits & 63:
            return state_of_bits(bits & 63)
        if bits & 64:
            return DEAD if self.old else OTHER
        if bits & 128:
            return DEAD if self.raw else OTHER
        return state_of_bits(0)


SOFTIRQS = ("HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU")


def what(name, f, states):
    """-> (kind, subject, cpu_to)"""
    if name == "sched_switch":
        return SWITCH, (int(f["prev_tid"]), states.of(int(f["prev_state"])), int(f["next_tid"])), None
    if name in ("sched_waking", "sched_wakeup", "sched_wakeup_new"):
        kind = {"sched_waking": WAKING, "sched_wakeup": WAKEUP}.get(name, NEW)
        return kind, int(f["tid"]), int(f["target_cpu"])
    if name == "sched_migrate_task":
        return MIGRATE, int(f["tid"]), int(f["dest_cpu"])
    if name == "sched_process_fork":
        return FORK, int(f["child_tid"]), None
    if name == "lttng_statedump_process_state":
        number = re.search(r"container = (\d+)", f.get("status", "")) or re.search(r"(\d+)", f.get("status", ""))
        state = DUMPED_STATES.get(number[1]) if number else None
        return (DUMPED, (int(f["tid"]), state), None) if state else (EVENT, None, None)
    if name in ("irq_handler_entry", "irq_handler_exit"):
        return (ENTER if name.endswith("entry") else EXIT), ("irq", f.get("name"), f["irq"]), None
    if name in ("softirq_entry", "softirq_exit", "irq_softirq_entry", "irq_softirq_exit"):
        return (ENTER if name.endswith("entry") else EXIT), ("softirq", SOFTIRQS[int(f["vec"])], f["vec"]), None
    if name.startswith(("syscall_entry_", "syscall_exit_")):
        return (ENTER if name.startswith("syscall_entry_") else EXIT), ("syscall", name.split("_", 2)[2], None), None
    return EVENT, None, None


def records(lines):
    """Records in the order of the text."""
    lines = list(lines)
    contexts, states = Contexts(), States(lines)
    for line in lines:
        told = KERNEL.match(line)
        if not told:
            continue
        f = fields_of(told[4])
        # An enumeration: ( "WAIT" : container = 5 )
        status = re.search(r"status = (\([^)]*\)|\d+)", told[4])
        if status:
            f["status"] = status[1]
        kind, subject, cpu_to = what(told[2], f, states)
        yield Record(int(told[1]), int(told[3]), "", None, contexts.of(int(told[3]), kind, subject), kind, subject, cpu_to)
