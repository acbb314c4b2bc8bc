#!/usr/bin/env python3
"""Writes a small LTTng trace (2.6) that begins and ends amid a thread: who runs is told by the first switch only, the dump of
processes is over before that, and another channel than the one with the switches has the first and the last event.

    python3 tests/data/lttng/make_begin.py
"""
from make import START, File, Trace26

MARKERS = (("kernel", 0, "sched_schedule", "prev_pid %d next_pid %d prev_state #2d%ld", "iih"),
           ("kernel", 1, "syscall_entry", "ip #p%ld syscall_id #2u%u", "ph"),
           ("kernel", 2, "syscall_exit", "ret %ld", "l"),
           ("kernel", 3, "process_fork", "parent_pid %d child_pid %d child_tgid %d", "iii"),
           ("kernel", 4, "sched_wakeup_new_task", "pid %d state #2d%ld cpu_id %u", "ihi"),
           ("fs", 0, "close", "fd %u", "i"),
           ("task_state", 0, "process_state",
            "pid %d parent_pid %d name %s type %d mode %d submode %d status %d tgid %d", "iisiiiii"))
READ, WRITE, CLONE = 3, 4, 120
ON_RUN_QUEUE, ASLEEP = 2, 5


def main():
    trace = Trace26("begin", "<", 4, 4)
    metadata, at = File(trace, "metadata_0"), START + 100
    for channel, event, name, form, _ in MARKERS:
        trace.describe(metadata, at, channel, event, name, form)
        at += 900
    metadata.write()
    files = {channel: File(trace, f"{channel}_0", at) for channel in ("kernel", "fs", "task_state")}

    def put(name, *values):
        # A microsecond from one to the next.
        nonlocal at
        at += 1500
        channel, event, _, form, kinds = next(one for one in MARKERS if one[2] == name)
        fields = [word for word in form.split() if word.isidentifier()]
        texts = [f'"{value}"' if kind == "s" else str(value) for kind, value in zip(kinds, values)]
        trace.event(files[channel], at, event, list(kinds), values, f"{channel}.{name}",
                    ", ".join(f"{field} = {text}" for field, text in zip(fields, texts)))

    def call(number):
        put("syscall_entry", 0xb7fff424, number)
        put("syscall_exit", 0)

    put("close", 3)                                     # 100 runs, but nothing has told that yet
    call(READ)
    put("process_state", 100, 1, "worker", 0, 1, 1, ON_RUN_QUEUE, 100)
    put("process_state", 200, 1, "sleeper", 0, 1, 1, ASLEEP, 200)
    call(WRITE)
    put("syscall_entry", 0xb7fff424, CLONE)
    put("process_fork", 100, 300, 300)
    put("sched_wakeup_new_task", 300, 0, 0)
    put("syscall_exit", 300)
    put("sched_schedule", 100, 300, 0)
    put("syscall_exit", 0)                              # the child's, within which it came to life
    put("sched_schedule", 300, 0, 1)
    put("sched_schedule", 0, 100, 0)
    call(READ)
    put("close", 4)
    for file in files.values():
        file.write()
    trace.close()


if __name__ == "__main__":
    main()
