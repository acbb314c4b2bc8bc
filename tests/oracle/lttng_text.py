"""Reads the text dump of LTTV (`lttv -m textDump`), in its order of time; and what was put into traces that were
made."""
import os
import re
from collections import defaultdict

from tests.oracle.kernel_records import (DUMPED, ENTER, EVENT, EXIT, FORK, MIGRATE, NEW, RUNNABLE, SLEEPING, SWITCH,
                                         WAKEUP, WAKING, Record, state_of_bits)

LINE = re.compile(r"^([\w.-]+): (\d+)\.(\d{9}) \(([^)]*)\)")
MODE = re.compile(r", (IRQ|SOFTIRQ|SYSCALL|TRAP|USER_MODE) \{")
MODES = {"IRQ": "irq", "SOFTIRQ": "softirq"}
FIELD = re.compile(r"(\w+) = (?:\"((?:[^\"\\]|\\.)*)\"|(-?\w+))")

# state of try_to_wake_up: the thread had left its run queue, and is being put on one. Any other value is the state of a
# thread that was on a run queue still, whose sleep does not happen (kernel/sched.c of 2.6.33).
TASK_WAKING = 256


# What was put into a trace that is made: time, file, kind, name, fields (tests/data/lttng).
MADE = re.compile(r"^(\d+)\t([^\t]*)\tevent\t([^\t]*)\t?(.*)$")


def as_dumped(line):
    made = MADE.match(line)
    if not made:
        return line
    seconds, rest = divmod(int(made[1]), 10**9)
    return f"{made[3]}: {seconds}.{rest:09} ({made[2]}) {{ {made[4]} }}"


# LTTV's status of a process (lttv/state.h): waiting after a fork, for a CPU, for something. LTTng's dump says the first
# of all that are on a run queue, but for those with a priority of real time.
DUMPED_STATES = {"1": RUNNABLE, "2": RUNNABLE, "5": SLEEPING}


# Channels that describe events. The tracer writes them by itself, before it records anything: they are of no CPU.
DESCRIBING = ("metadata", "facilities")


def fields_of(line):
    at = line.find(" { ")
    return {name: text or number for name, text, number in FIELD.findall(line[at:])} if at > 0 else {}


def symbol(text):
    """sys_restart_syscall+0x0/0x20 -> restart_syscall"""
    return text.partition("+")[0].removeprefix("sys_")


class Names:
    """What the state dump of the trace says that numbers stand for; it may come after their use."""

    def __init__(self, lines):
        self.known = {}
        kinds = {"syscall_state.sys_call_table": ("syscall", "id", "symbol"),
                 "irq_state.interrupt": ("irq", "irq_id", "action"),
                 "softirq_state.softirq_vec": ("softirq", "id", "symbol")}
        for line in lines:
            kind = kinds.get(line.partition(": ")[0])
            if kind:
                fields = fields_of(line)
                self.known[kind[0], fields.get(kind[1])] = symbol(fields.get(kind[2], ""))

    def of(self, kind, number):
        return self.known.get((kind, number)) or f"{kind} {number}"


SLICES = {"syscall_entry": ("syscall", "syscall_id", ENTER), "syscall_exit": ("syscall", None, EXIT),
          "irq_entry": ("irq", "irq_id", ENTER), "irq_exit": ("irq", None, EXIT),
          "softirq_entry": ("softirq", "softirq_id", ENTER), "softirq_exit": ("softirq", "softirq_id", EXIT)}


class Contexts:
    """What each CPU does: the entries and exits of interrupts and softirqs tell, as they nest."""

    def __init__(self):
        self.open = defaultdict(list)   # cpu -> "irq", "softirq"

    def of(self, cpu, kind, subject):
        """Of a record of this CPU, in the order of time."""
        stack = self.open[cpu]
        found = stack[-1] if stack else ""
        if kind == SWITCH:
            stack.clear()               # it is a thread's doing
        elif kind in (ENTER, EXIT) and subject[0] != "syscall":
            if kind == ENTER:
                stack.append(subject[0])
            elif subject[0] in stack:
                while stack.pop() != subject[0]:
                    pass
        return found


def what(name, line, names, tells_queue):
    """-> (kind, subject, cpu_to)"""
    if name == "sched_schedule":
        f = fields_of(line)
        return SWITCH, (int(f["prev_pid"]), state_of_bits(int(f["prev_state"])), int(f["next_pid"])), None
    if name == "sched_try_wakeup":
        f = fields_of(line)
        kind = WAKEUP if tells_queue and int(f["state"]) != TASK_WAKING else WAKING
        return kind, int(f["pid"]), int(f["cpu_id"])
    if name == "sched_wakeup_new_task":
        f = fields_of(line)
        return NEW, int(f["pid"]), int(f["cpu_id"])
    if name == "sched_migrate_task":
        f = fields_of(line)
        return MIGRATE, int(f["pid"]), int(f["dest_cpu"])
    if name == "process_fork":
        return FORK, int(fields_of(line)["child_pid"]), None
    if name == "process_state":
        f = fields_of(line)
        state = DUMPED_STATES.get(f["status"])
        return (DUMPED, (int(f["pid"]), state), None) if state else (EVENT, None, None)
    if name in SLICES:
        kind, number, edge = SLICES[name]
        value = fields_of(line).get(number) if number else None
        return edge, (kind, names.of(kind, value) if value else None, value), None
    return EVENT, None, None


def records(lines):
    """Records in the order of the text. Marker names are channel.event in 2.x, facility_event before."""
    lines = [as_dumped(line) for line in lines]
    names = Names(lines)
    tells_queue = any(f"state = {TASK_WAKING} " in line for line in lines if "sched_try_wakeup: " in line)
    contexts = Contexts()
    for line in lines:
        told = LINE.match(line)
        if not told:
            continue
        channel, _, number = os.path.basename(told[4]).rpartition("_")
        if channel in DESCRIBING:
            continue
        name = told[1].rpartition(".")[2].removeprefix("kernel_").removeprefix("arch_")
        kind, subject, cpu_to = what(name, line, names, tells_queue)
        if told[1].startswith("core_"):
            kind, subject, cpu_to = EVENT, None, None
        context = contexts.of(int(number), kind, subject)
        mode = MODE.search(line)  # LTTV's own account of it; it has none of what was made
        if mode:
            context = MODES.get(mode[1], "")
        yield Record(int(told[2]) * 10**9 + int(told[3]), int(number), "", None, context, kind, subject, cpu_to)
