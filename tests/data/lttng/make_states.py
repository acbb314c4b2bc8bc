#!/usr/bin/env python3
"""Writes a small LTTng trace (2.6) of what processes do, beyond what the recorded ones have: functions and brands of programs, the
making of a kernel thread, requests to a disk that overlap.

    python3 tests/data/lttng/make_states.py
"""
from make import START, File, Trace26

MARKERS = (("kernel", 0, "sched_schedule", "prev_pid %d next_pid %d prev_state #2d%ld"),
           ("kernel", 1, "process_fork", "parent_pid %d child_pid %d child_tgid %d"),
           ("kernel", 2, "kthread_create", "fn %p pid %d"),
           ("task_state", 0, "process_state", "pid %d parent_pid %d name %s type %d mode %d submode %d status %d tgid %d"),
           ("userspace", 0, "thread_brand", "name %s"),
           ("userspace", 1, "function_entry", "this_fn %p call_site %p"),
           ("userspace", 2, "function_exit", "this_fn %p call_site %p"),
           ("block", 0, "rq_issue_fs", "hard_sector %llu rw %d errors %d"),
           ("block", 1, "rq_complete_fs", "hard_sector %llu rw %d errors %d"),
           ("net", 0, "dev_xmit", "skb %p protocol #n2u%hu"))


def main():
    trace = Trace26("states", "<", 4, 4)
    metadata = File(trace, "metadata_0")
    tsc = START + 100
    for marker in MARKERS:
        trace.describe(metadata, tsc, *marker)
        tsc += 900
    metadata.write()
    files = {name: File(trace, f"{name}_0", tsc) for name in ("kernel", "task_state", "userspace", "block", "net")}
    at = [tsc]

    def put(channel, event, kinds, values, name, args):
        # A microsecond from one to the next.
        at[0] += 1500
        trace.event(files[channel], at[0], event, kinds, values, f"{channel}.{name}", args)

    def switch(before, after):
        put("kernel", 0, ["i", "i", "h"], [before, after, 1], "sched_schedule",
            f"prev_pid = {before}, next_pid = {after}, prev_state = 1")

    def function(event, address):
        put("userspace", event, ["p", "p"], [address, 0x8048fff], ("function_entry", "function_exit")[event - 1],
            f"this_fn = {address:#x}, call_site = 0x8048fff")

    def request(event, sector, write):
        put("block", event, ["q", "i", "i"], [sector, write, 0], ("rq_issue_fs", "rq_complete_fs")[event],
            f"hard_sector = {sector}, rw = {write}, errors = 0")

    for pid, name, kind in ((2, "kthreadd", 1), (300, "server", 0)):
        put("task_state", 0, ["i", "i", "s", "i", "i", "i", "i", "i"], [pid, 0, name, kind, 1, 1, 5, pid], "process_state",
            f'pid = {pid}, parent_pid = 0, name = "{name}", type = {kind}, mode = 1, submode = 1, status = 5, tgid = {pid}')
    switch(0, 300)
    put("userspace", 0, ["s"], ["acceptor"], "thread_brand", 'name = "acceptor"')
    function(1, 0x8048100)
    function(1, 0x8048200)
    function(2, 0x8048900)  # never entered
    function(2, 0x8048200)
    request(0, 1000, 0)
    request(0, 2000, 1)
    request(0, 1000, 0)  # once more
    put("net", 0, ["p", "nh"], [0xc0001000, 2048], "dev_xmit", "skb = 0xc0001000, protocol = 2048")
    request(1, 2000, 1)
    function(2, 0x8048100)
    request(1, 1000, 0)
    request(1, 7000, 0)  # issued before the trace
    switch(300, 2)
    put("kernel", 1, ["i", "i", "i"], [2, 40, 40], "process_fork", "parent_pid = 2, child_pid = 40, child_tgid = 40")
    put("kernel", 2, ["p", "i"], [0xc0152340, 40], "kthread_create", "fn = 0xc0152340, pid = 40")
    switch(2, 40)
    switch(40, 0)
    for file in files.values():
        file.write()
    trace.close()


if __name__ == "__main__":
    main()
