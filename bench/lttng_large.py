#!/usr/bin/env python3
"""Writes a large LTTng trace (2.6): a generated stretch of what two CPUs do, repeated with its time shifted.

    python3 bench/lttng_large.py OUT_DIR [MILLIONS_OF_EVENTS]

The mix is about that of a recorded desktop: a third system calls, then interrupts, timers, page faults, switches. A stretch is one
sub-buffer; as the clock in the events has 27 bits, one lasts 2^27 ticks, and a copy differs in nothing but its header.
"""
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/data/lttng"))
from make import START, File, Trace26  # noqa: E402

CPUS = 2
EVENTS = 16000
PERIOD = 1 << 27
SIZE = 512 << 10
TASKS = 20

MARKERS = (("kernel", 0, "sched_schedule", "prev_pid %d next_pid %d prev_state #2d%ld", "iih"),
           ("kernel", 1, "syscall_entry", "ip #p%ld syscall_id #2u%u", "ph"),
           ("kernel", 2, "syscall_exit", "ret %ld", "l"),
           ("kernel", 3, "irq_entry", "ip %lu handler %p irq_id #2u%u kernel_mode #1u%u", "lphb"),
           ("kernel", 4, "irq_exit", "handled #1u%u", "b"),
           ("kernel", 5, "softirq_entry", "softirq_id #1u%lu", "b"),
           ("kernel", 6, "softirq_exit", "softirq_id #1u%lu", "b"),
           ("kernel", 7, "page_fault_entry", "ip #p%lu address #p%lu trap_id #2u%u write_access #1u%u", "pphb"),
           ("kernel", 8, "page_fault_exit", "res %d", "i"),
           ("kernel", 9, "timer_set", "expires %lu function %p data %lu", "lpl"),
           ("kernel", 10, "sched_try_wakeup", "pid %d cpu_id %u state #2d%ld", "iuh"),
           ("task_state", 0, "process_state", "pid %d parent_pid %d name %s type %d mode %d submode %d status %d tgid %d",
            "iisiiiii"),
           ("syscall_state", 0, "sys_call_table", "id %d address %p symbol %s", "ips"))


def stretch(trace, file, cpu, begin):
    """What the CPU does in a period; the idle thread runs at its begin and at its end."""
    chance = random.Random(cpu)
    step = (PERIOD - 200_000) // EVENTS
    at, running, written = begin + 1000, 0, 0

    def put(event, *values):
        nonlocal at, written
        written += 1
        at += chance.randint(step // 4, step * 7 // 4 - 1)
        trace.event(file, at, event, list(MARKERS[event][4]), values, "", "")

    while written < EVENTS - 8:
        kind = chance.random()
        if kind < 0.22:
            target = chance.choice((0, 1000 + cpu * TASKS + chance.randrange(TASKS)))
            if target != running:
                if target:
                    put(10, target, cpu, 0)
                put(0, running, target, chance.choice((0, 1, 1)))
                running = target
        elif kind < 0.60 and running:
            put(1, 0xb7700000 + chance.randrange(4096), chance.randrange(300))
            if chance.random() < 0.3:
                put(9, chance.randrange(1 << 31), 0xc0150000, chance.randrange(1 << 31))
            put(2, chance.randrange(4096))
        elif kind < 0.75:
            put(3, 0xc0100000, 0xc0200000, chance.randrange(16), 1)
            put(4, 1)
        elif kind < 0.88:
            number = chance.randrange(10)
            put(5, number)
            put(6, number)
        elif running:
            put(7, 0x8048000, chance.randrange(1 << 31), 14, 0)
            put(8, 0)
    if running:
        put(0, running, 0, 1)
    assert at < begin + PERIOD
    return written


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    out = pathlib.Path(sys.argv[1])
    millions = float(sys.argv[2]) if len(sys.argv) > 2 else 100
    out.mkdir(parents=True, exist_ok=True)
    trace = Trace26.__new__(Trace26)
    trace.root, trace.order, trace.endian, trace.alignment, trace.pointer, trace.expected = out, "little", "<", 0, 4, []

    def save(file, name):
        file.finish()
        (out / name).write_bytes(file.done)

    metadata = File(trace, "metadata_0")
    for i, marker in enumerate(MARKERS):
        trace.describe(metadata, START + 100 + i * 900, *marker[:4])
    save(metadata, "metadata_0")
    tasks = File(trace, "task_state_0")
    for i in range(CPUS * TASKS):
        trace.event(tasks, START + 20000 + i * 300, 0, list("iisiiiii"), [1000 + i, 1, f"worker{i % 7}", 0, 0, 1, 5, 1000 + i],
                    "", "")
    save(tasks, "task_state_0")
    calls = File(trace, "syscall_state_0")
    for i in range(300):
        trace.event(calls, START + 40000 + i * 300, 0, list("ips"), [i, 0xc0100000 + i * 64, f"sys_call{i}+0x0/0x40"], "", "")
    save(calls, "syscall_state_0")

    begin = START // PERIOD * PERIOD + PERIOD
    total = 0
    for cpu in range(CPUS):
        file = File(trace, f"kernel_{cpu}", begin)
        events = stretch(trace, file, cpu, begin)
        body = bytes(file.body)
        assert len(body) <= SIZE
        copies = max(1, round(millions * 1e6 / CPUS / events))
        with open(out / f"kernel_{cpu}", "wb") as target:
            for i in range(copies):
                shift = i * PERIOD
                file.first, file.last = begin + shift, begin + shift + PERIOD - 1
                head = trace.header(file, len(body), SIZE)
                target.write((head + body[len(head):]).ljust(SIZE, b"\0"))
        total += copies * events
    print(f"{total:,} events in {out}")


if __name__ == "__main__":
    main()
