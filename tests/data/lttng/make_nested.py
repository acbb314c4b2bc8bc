#!/usr/bin/env python3
"""Writes a small LTTng trace (2.6) of interrupts one within the other, each of which wakes a thread of its own. The other CPUs
have a timer.

    python3 tests/data/lttng/make_nested.py
"""
from make import START, File, Trace26

MARKERS = (("sched_schedule", "prev_pid %d next_pid %d prev_state #2d%ld", "iih"),
           ("sched_try_wakeup", "pid %d cpu_id %u state #2d%ld", "iih"),
           ("irq_entry", "ip %lu handler %p irq_id #2u%u kernel_mode #1u%u", "lphb"),
           ("irq_exit", "handled #1u%u", "b"),
           ("softirq_entry", "softirq_id #1u%lu", "b"),
           ("softirq_exit", "softirq_id #1u%lu", "b"))
SLEEPS, ASLEEP = 1, 1


def main():
    trace = Trace26("nested", "<", 4, 4)
    metadata, tsc = File(trace, "metadata_0"), START + 100
    for event, (name, form, _) in enumerate(MARKERS):
        trace.describe(metadata, tsc, "kernel", event, name, form)
        tsc += 900
    metadata.write()
    files = [File(trace, f"kernel_{cpu}", tsc) for cpu in range(5)]
    at = tsc

    def put(name, *values, cpu=0):
        # A microsecond from one to the next.
        nonlocal at
        at += 1500
        event = [one[0] for one in MARKERS].index(name)
        fields = [word for word in MARKERS[event][1].split() if word.isidentifier()]
        trace.event(files[cpu], at, event, list(MARKERS[event][2]), values, f"kernel.{name}",
                    ", ".join(f"{field} = {value}" for field, value in zip(fields, values)))

    def irq(number, cpu=0):
        put("irq_entry", 0xc0101000, 0xc0456780, number, 1, cpu=cpu)

    def wake(pid):
        put("sched_try_wakeup", pid, 0, ASLEEP)

    put("sched_schedule", 0, 100, 0)
    for pid in (201, 202, 203, 204, 205):  # each has run and sleeps
        put("sched_schedule", 100, pid, 0)
        put("sched_schedule", pid, 100, SLEEPS)
    irq(14)
    irq(16)
    irq(17)
    wake(201)
    put("irq_exit", 1)
    wake(202)
    put("irq_exit", 1)
    wake(203)
    put("irq_exit", 1)
    put("softirq_entry", 1)
    irq(14)
    wake(204)
    put("irq_exit", 1)
    wake(205)
    put("softirq_exit", 1)
    before, state = 100, 0
    for pid in (201, 202, 203, 204, 205, 0):
        put("sched_schedule", before, pid, state)
        before, state = pid, SLEEPS
    for cpu in range(1, len(files)):
        irq(0, cpu)
        put("irq_exit", 1, cpu=cpu)
    for file in files:
        file.write()
    trace.close()


if __name__ == "__main__":
    main()
