"""Reads what `trace-cmd report -N -t` prints."""
import itertools
import re

from tests.oracle.kernel_records import (AMID_SWITCH, ENTER, EVENT, EXIT, FORK, MIGRATE, NEW, SWITCH, WAKEUP, WAKING,
                                         Loss, Record, state_of_bits, state_of_letters)
from tests.oracle.syscall_names import names_of_x86_64

LINE = re.compile(r"^(?: *(?P<buffer>[^\s:][^:]*):(?= ))? *(?P<comm>.*?)-(?P<tid>\d+) +\[(?P<cpu>\d+)\] "
                  r" *(?:(?P<flags>[^\s\d]\S{4}) *)?(?P<time>\d+(?:\.\d+)?): (?P<name>[^:]+): *(?P<text>.*)$")
LOST = re.compile(r"^(?: *(?P<buffer>[^\s:][^:]*):(?= ))? *CPU:(?P<cpu>\d+) \[(?:\d+ )?EVENTS DROPPED\]")
SWITCHED = re.compile(r"prev_pid=(-?\d+) .*prev_state=(\S*) ==> .*next_pid=(-?\d+) ")
PID = re.compile(r" pid=(\d+) ")
CHILD = re.compile(r" child_pid=(\d+)")
CPU_TO = re.compile(r" (?:target_cpu|dest_cpu)=(\d+)")
NUMBER = re.compile(r"NR (-?\d+)")
IRQ = re.compile(r"irq=(\d+)(?: name=(.*))?")
SOFTIRQ = re.compile(r"vec=(\d+)(?: \[action=(\w+)\])?")

EVENTS = ("entries", "overrun", "commit overrun", "dropped events", "read events")
COUNT = re.compile(r"^cpus=(\d+)$")

CONTEXTS = {"h": "irq", "H": "irq", "Z": "irq", "z": "irq", "s": "softirq"}
WAKES = {"sched_waking": WAKING, "sched_wakeup": WAKEUP, "sched_wakeup_new": NEW, "sched_migrate_task": MIGRATE}
AMID = ("kernel_stack", "user_stack", "tlb_flush")


def cpus(lines):
    """The CPUs that the reference counts, which may have no records."""
    for line in itertools.islice(lines, 20):
        told = COUNT.match(line)
        if told:
            return set(range(int(told[1])))
    return set()


def idle_cpus(folder):
    """The CPUs on which nothing happened, by what `trace-cmd report --stat` prints, if that is beside the trace."""
    counts, cpu = {}, None
    told = folder / "stat.txt"
    for line in told.read_text(errors="replace").splitlines() if told.is_file() else ():
        name, _, number = line.partition(": ")
        if name == "CPU" and number.isdigit():
            cpu = int(number)
            counts.setdefault(cpu, 0)
        elif cpu is not None and name in EVENTS:
            counts[cpu] += int(number)
    return {cpu for cpu, count in counts.items() if count == 0}


def time_of(text):
    """Nanoseconds, or ticks where the clock counts those."""
    seconds, point, rest = text.partition(".")
    return int(seconds) * 10**9 + int(rest.ljust(9, "0")) if point else int(seconds)


def what(name, text, names):
    """-> (kind, subject, cpu_to)"""
    if name == "sched_switch":
        told = SWITCHED.search(text + " ")
        if told:
            left = state_of_bits(int(told[2])) if told[2].isdigit() else state_of_letters(told[2])
            return SWITCH, (int(told[1]), left, int(told[3])), None
    elif name == "sched_process_fork":
        child = CHILD.search(text)
        if child:
            return FORK, int(child[1]), None
    elif name in WAKES:
        pid, to = PID.search(" " + text + " "), CPU_TO.search(text)
        if pid:
            return WAKES[name], int(pid[1]), int(to[1]) if to else None
    elif name.startswith(("sys_enter", "sys_exit")):
        kind = ENTER if name.startswith("sys_enter") else EXIT
        call = name.partition("_")[2].partition("_")[2]
        if call:
            return kind, ("syscall", call, call), None
        number = NUMBER.match(text)
        if number and int(number[1]) >= 0:
            return kind, ("syscall", names.get(int(number[1]), f"syscall {number[1]}"), int(number[1])), None
        if number and kind == EXIT:
            return kind, ("syscall", "", None), None  # rt_sigreturn leaves as -1: whichever the thread is in
    elif name in ("irq_handler_entry", "irq_handler_exit"):
        irq = IRQ.match(text)
        if irq:
            return (ENTER if irq[2] else EXIT), ("irq", irq[2] or "", int(irq[1])), None
    elif name in ("softirq_entry", "softirq_exit"):
        softirq = SOFTIRQ.match(text)
        if softirq:
            return (ENTER if name.endswith("y") else EXIT), ("softirq", softirq[2] or softirq[1], int(softirq[1])), None
    return (AMID_SWITCH if name in AMID else EVENT), None, None


def records(lines):
    """Records and losses in the order of the text."""
    names = names_of_x86_64()
    for line in lines:
        told = LINE.match(line)
        if told:
            name = told["name"].strip()
            kind, subject, cpu_to = what(name, told["text"], names)
            yield Record(time_of(told["time"]), int(told["cpu"]), told["buffer"] or "", int(told["tid"]),
                         CONTEXTS.get(told["flags"][2], "") if told["flags"] else None, kind, subject, cpu_to)
            continue
        lost = LOST.match(line)
        if lost:
            yield Loss(int(lost["cpu"]), lost["buffer"] or "")
