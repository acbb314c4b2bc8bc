#!/usr/bin/env python3
"""Writes wakers.dat, and beside it what `trace-cmd report` says of it: a synthetic trace of two CPUs with what no recording here
has, stacks at wakings, requests of a disk that complete in the interrupt that then wakes a thread, and a thread that is made while
another one waits for it.

    python3 tests/data/tracecmd/make_wakers.py     (needs trace-cmd)
"""
import pathlib
import struct
import subprocess

import make

HERE = pathlib.Path(__file__).resolve().parent
HARDIRQ = 0x08
SYMBOLS = ("schedule", "do_wait", "pipe_read", "pipe_write", "try_to_wake_up", "do_exit", "entry", "end")
ADDRESS = {name: 0xffffffff82000000 + 0x1000 * number for number, name in enumerate(SYMBOLS)}
KALLSYMS = "".join(f"{address:x} T {name}\n" for name, address in ADDRESS.items()).encode()
DISK = 8 << 20 | 16
EVENTS = {name: make.THREAD_EVENTS[name] for name in ("sched_switch", "sched_waking")}


def event(system, name, fields, print_fmt):
    EVENTS[name] = (system, 500 + len(EVENTS), fields, print_fmt)


event("sched", "sched_wakeup_new", make.THREAD_EVENTS["sched_waking"][2], make.THREAD_EVENTS["sched_waking"][3])
event("sched", "sched_process_fork", [
    ("char parent_comm[16]", 8, 16, 0), ("pid_t parent_pid", 24, 4, 1), ("char child_comm[16]", 28, 16, 0), ("pid_t child_pid", 44, 4, 1)],
    '"comm=%s pid=%d child_comm=%s child_pid=%d", REC->parent_comm, REC->parent_pid, REC->child_comm, REC->child_pid')
event("irq", "irq_handler_entry", [("int irq", 8, 4, 1), ("__data_loc char[] name", 12, 4, 0)],
      '"irq=%d name=%s", REC->irq, __get_str(name)')
event("irq", "irq_handler_exit", [("int irq", 8, 4, 1), ("int ret", 12, 4, 1)], '"irq=%d ret=%d", REC->irq, REC->ret')
for _name in ("block_rq_issue", "block_rq_complete"):
    event("block", _name, [
        ("dev_t dev", 8, 4, 0), ("sector_t sector", 16, 8, 0), ("unsigned int nr_sector", 24, 4, 0), ("char rwbs[8]", 28, 8, 0)],
        '"%d,%d %s %llu + %u", ((unsigned int) ((REC->dev) >> 20)), ((unsigned int) ((REC->dev) & ((1U << 20) - 1))), REC->rwbs, '
        '(unsigned long long)REC->sector, REC->nr_sector')
event("ftrace", "kernel_stack", [("int size", 8, 4, 1), ("unsigned long caller[8]", 16, 64, 0)],
      '"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n", (void *)REC->caller[0], (void *)REC->caller[1], (void *)REC->caller[2]')
IDLE, APP, HELPER, LATE = ("swapper", 0), ("app", 30), ("helper", 41), ("late", 42)


class Recorder:
    def __init__(self):
        self.cpus = ([], [])

    def add(self, cpu, micros, name, pid, packing, *values, flags=0, tail=b""):
        data = struct.pack("<HBBi", EVENTS[name][1], flags, 0, pid) + struct.pack("<" + packing, *values) + tail
        self.cpus[cpu].append((7_000_000_000 + micros * 1000, data))

    def switch(self, cpu, micros, before, state, after):
        self.add(cpu, micros, "sched_switch", before[1], "16siiq16sii", make.comm(before[0]), before[1], 120, state,
                 make.comm(after[0]), after[1], 120)

    def wake(self, cpu, micros, by, whom, flags=0):
        self.add(cpu, micros, "sched_waking", by[1], "16siii", make.comm(whom[0]), whom[1], 120, 0, flags=flags)

    def stack(self, cpu, micros, of, *frames):
        """Of three frames, the innermost first, as many as the print format has."""
        self.add(cpu, micros, "kernel_stack", of[1], "i4x3Q", len(frames), *(ADDRESS[one] for one in frames))

    def request(self, cpu, micros, which, by, sector, sectors, operation, flags=0):
        self.add(cpu, micros, f"block_rq_{which}", by[1], "I4xQI8s", DISK, sector, sectors, operation, flags=flags)

    def sleep(self, micros, state, *frames):
        self.switch(0, micros, APP, state, IDLE)
        self.stack(0, micros + 1, APP, *frames)

    def interrupt(self, micros, completed, wakes):
        """An interrupt amid "helper" on CPU 1."""
        self.add(1, micros, "irq_handler_entry", HELPER[1], "iHH", 36, 16, 7, flags=HARDIRQ, tail=b"virtio\0")
        for number, (sector, sectors, operation) in enumerate(completed):
            self.request(1, micros + 1 + number, "complete", HELPER, sector, sectors, operation, HARDIRQ)
        if wakes:
            self.wake(1, micros + 5, HELPER, APP, HARDIRQ)
        self.add(1, micros + 7, "irq_handler_exit", HELPER[1], "ii", 36, 1, flags=HARDIRQ)


def made():
    out = Recorder()
    out.switch(0, 100, IDLE, 0, APP)
    out.switch(1, 110, IDLE, 0, HELPER)
    # Woken by a thread whose stack was recorded; then by the same one from elsewhere; then without a stack: the one that is
    # recorded after another event is not that of the waking.
    for at, frames in ((200, ("try_to_wake_up", "pipe_write", "entry")), (320, ("try_to_wake_up", "do_exit", "entry"))):
        out.sleep(at, 1, "schedule", "pipe_read", "entry")
        out.wake(1, at + 100, HELPER, APP)
        out.stack(1, at + 101, HELPER, *frames)
        out.switch(0, at + 110, IDLE, 0, APP)
    out.sleep(440, 1, "schedule", "do_wait", "entry")
    out.wake(1, 500, HELPER, APP)
    out.request(1, 501, "issue", HELPER, 77, 8, b"RS")
    out.stack(1, 502, HELPER, "do_wait", "pipe_write", "entry")
    out.switch(0, 510, IDLE, 0, APP)
    # One request, which completes in the interrupt that wakes the thread; two; and none in it, but one in the interrupt before.
    out.request(0, 590, "issue", APP, 12345, 8, b"WS")
    out.sleep(600, 2, "schedule", "do_wait", "entry")
    out.interrupt(700, [(12345, 8, b"WS")], True)
    out.switch(0, 710, IDLE, 0, APP)
    out.request(0, 788, "issue", APP, 200, 16, b"R")
    out.request(0, 789, "issue", APP, 300, 8, b"R")
    out.sleep(800, 2, "schedule", "do_wait", "entry")
    out.interrupt(900, [(200, 16, b"R"), (300, 8, b"R")], True)
    out.switch(0, 910, IDLE, 0, APP)
    out.sleep(1000, 1, "schedule", "do_wait", "entry")
    out.interrupt(1080, [(77, 8, b"RS")], False)
    out.interrupt(1100, [], True)
    out.switch(0, 1110, IDLE, 0, APP)
    # It waits for a thread that "helper" makes meanwhile.
    out.sleep(1200, 1, "schedule", "pipe_read", "entry")
    out.add(1, 1300, "sched_process_fork", HELPER[1], "16si16si", make.comm("helper"), 41, make.comm("late"), 42)
    out.add(1, 1302, "sched_wakeup_new", HELPER[1], "16siii", make.comm("late"), 42, 120, 1)
    out.switch(1, 1350, HELPER, 1, LATE)
    out.stack(1, 1351, HELPER, "schedule", "do_wait", "entry")
    out.wake(1, 1400, LATE, APP)
    out.stack(1, 1401, LATE, "try_to_wake_up", "pipe_write", "entry")
    out.switch(0, 1410, IDLE, 0, APP)
    out.switch(0, 1450, APP, 0x10, IDLE)
    out.switch(1, 1460, LATE, 0x10, IDLE)
    return out.cpus


def write(path, clock=b"local", cpus=None, events=None):
    """`cpus`: of each, the times and the data of its records, in place of those of wakers.dat; of `events`, as EVENTS has them."""
    systems, own = {}, []
    for name, (system, number, fields, print_fmt) in (events or EVENTS).items():
        text = make.event_format(name, number, fields, print_fmt)
        if system == "ftrace":
            own.append(text)
        else:
            systems.setdefault(system, []).append(text)
    ours = struct.pack("<I", len(own)) + b"".join(struct.pack("<Q", len(text)) + text.encode() for text in own)
    metadata = [(16, make.header_info()), (17, ours), (18, make.formats_v7(systems)),
                (19, struct.pack("<I", len(KALLSYMS)) + KALLSYMS), (20, struct.pack("<I", 0)), (21, struct.pack("<Q", 0))]
    make.write_v7(path, [make.pages(one) for one in cpus or made()], metadata=metadata, more_options=make.THREAD_OPTIONS, clock=clock)


def main():
    path = HERE / "wakers.dat"
    write(path)
    report = subprocess.run(["trace-cmd", "report", "-N", "-t", "-i", str(path)], capture_output=True, check=True, text=True).stdout
    (HERE / "wakers.txt").write_text(report)


if __name__ == "__main__":
    main()
