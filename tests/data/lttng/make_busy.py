#!/usr/bin/env python3
"""Writes an LTTng trace (2.6) of a machine at work: two CPUs, some hundred processes, a dozen of which make system calls, wait,
wake each other, fork and exit, for 0.4 seconds. There is no reference for it: what is checked on it is that
all of our own ways to look at a trace say the same.

    python3 tests/data/lttng/make_busy.py
"""
import random

from make import FREQUENCY, START, File, Trace26

MARKERS = (("kernel", "sched_schedule", "prev_pid %d next_pid %d prev_state #2d%ld", "iih"),
           ("kernel", "sched_try_wakeup", "pid %d cpu_id %u state #2d%ld", "iih"),
           ("kernel", "sched_wakeup_new_task", "pid %d state #2d%ld cpu_id %u", "ihi"),
           ("kernel", "process_fork", "parent_pid %d child_pid %d child_tgid %d", "iii"),
           ("kernel", "process_exit", "pid %d", "i"),
           ("kernel", "syscall_entry", "ip #p%ld syscall_id #2u%u", "ph"),
           ("kernel", "syscall_exit", "ret %ld", "l"),
           ("kernel", "page_fault_entry", "ip #p%lu address #p%lu trap_id #2u%u write_access #1u%u", "pphb"),
           ("kernel", "page_fault_exit", "res %d", "i"),
           ("kernel", "irq_entry", "ip %lu handler %p irq_id #2u%u kernel_mode #1u%u", "lphb"),
           ("kernel", "irq_exit", "handled #1u%u", "b"),
           ("kernel", "softirq_entry", "softirq_id #1u%lu", "b"),
           ("kernel", "softirq_exit", "softirq_id #1u%lu", "b"),
           ("fs", "read", "fd %u count %zu", "il"),
           ("fs", "write", "fd %u count %zu", "il"),
           ("task_state", "process_state",
            "pid %d parent_pid %d name %s type %d mode %d submode %d status %d tgid %d", "iisiiiii"),
           ("syscall_state", "sys_call_table", "id %d address %p symbol %s", "ips"))
READ, WRITE, OPEN, CLOSE, POLL, FUTEX = 3, 4, 5, 6, 168, 240
CALLS = {READ: "sys_read", WRITE: "sys_write", OPEN: "sys_open", CLOSE: "sys_close", POLL: "sys_poll", FUTEX: "sys_futex"}
ASLEEP = ("init", "kthreadd", "migration/0", "migration/1", "udevd", "dbus-daemon", "sshd", "getty", "cron", "httpd")
AWAKE = ("bash", "make", "gcc", "cc1", "as", "ld", "Xorg", "xterm", "find", "sort", "tar", "gzip")
US = FREQUENCY // 1_000_000
END = START + 400_000 * US


class Machine:
    def __init__(self, trace):
        self.trace, self.chance, self.files = trace, random.Random(26), {}
        self.events, channels = {}, {}
        metadata, tsc = File(trace, "metadata_0"), START + 100
        for channel, name, form, kinds in MARKERS:
            number = channels[channel] = channels.get(channel, -1) + 1
            self.events[channel, name] = number, list(kinds)
            trace.describe(metadata, tsc, channel, number, name, form)
            tsc += 900
        metadata.write()
        self.begin = tsc
        # When a process may next be given a CPU or be woken; who waits, and who wants a CPU.
        self.free, self.waiting, self.ready, self.within = {}, [], [], {}
        self.next_pid = 3000

    def below(self, limit):
        return int(self.chance.random() * limit)

    def put(self, cpu, tsc, channel, name, *values):
        key = f"{channel}_{cpu}"
        file = self.files.get(key) or self.files.setdefault(key, File(self.trace, key, self.begin))
        if len(file.body) > 32_000:
            file.next(tsc)
        number, kinds = self.events[channel, name]
        self.trace.event(file, tsc, number, kinds, values, f"{channel}.{name}", "")

    def dump(self):
        """Who is there, as the tracer lists it when it begins."""
        tsc = self.begin
        for number, symbol in CALLS.items():
            tsc += 10 * US
            self.put(0, tsc, "syscall_state", "sys_call_table", number, 0xc0100000 + number, f"{symbol}+0x0/0x70")
        names = [ASLEEP[i % len(ASLEEP)] for i in range(100)] + list(AWAKE)
        for pid, name in enumerate(names, 1):
            tsc += 3 * US
            self.put(0, tsc, "task_state", "process_state", pid, 0 if pid < 3 else 1, name, int("migration" in name), 1, 0, 5, pid)
            if name in AWAKE:
                self.ready.append(pid)
                self.free[pid] = tsc
        return tsc


class Cpu:
    def __init__(self, machine, number, tsc):
        self.machine, self.number, self.tsc, self.pid, self.until = machine, number, tsc, 0, tsc

    def put(self, name, *values, channel="kernel", after=3):
        self.tsc += after * US // 2 + self.machine.below(after * US)
        self.machine.put(self.number, self.tsc, channel, name, *values)

    def switch(self, state):
        machine = self.machine
        ready = [pid for pid in machine.ready if machine.free[pid] <= self.tsc]
        chosen = ready[0] if ready else 0
        if chosen == self.pid:
            return
        if chosen:
            machine.ready.remove(chosen)
        self.put("sched_schedule", self.pid, chosen, state)
        if self.pid and state >= 0:
            (machine.waiting if state else machine.ready).append(self.pid)
            machine.free[self.pid] = self.tsc
        self.pid, self.until = chosen, self.tsc + (500 + machine.below(2500)) * US
        # Where it waited within a system call, that returns now.
        if machine.within.pop(chosen, None):
            self.put("syscall_exit", machine.below(9))

    def wake(self):
        machine = self.machine
        sleepers = [pid for pid in machine.waiting if machine.free[pid] <= self.tsc]
        if not sleepers:
            return
        pid = sleepers[machine.below(len(sleepers))]
        machine.waiting.remove(pid)
        self.put("sched_try_wakeup", pid, self.number, 1)
        machine.ready.append(pid)
        machine.free[pid] = self.tsc

    def fault(self):
        self.put("page_fault_entry", 0x8048000 + self.tsc % 4096, 0xb7000000 + (self.tsc % 64 << 12), 14, self.machine.below(2))
        self.put("page_fault_exit", 0, after=4 + self.machine.below(16))

    def call(self):
        machine = self.machine
        number = (READ, READ, WRITE, OPEN, CLOSE, POLL, FUTEX)[machine.below(7)]
        self.put("syscall_entry", 0xb7fff424, number, after=12 + machine.below(60))
        if number in (POLL, FUTEX) and machine.below(2):
            machine.within[self.pid] = True
            self.switch(1)
            return
        if number in (READ, WRITE):
            self.put(CALLS[number][4:], 3 + machine.below(9), machine.below(4096), channel="fs")
        for _ in range(machine.below(4)):
            self.fault()
        if number == WRITE:
            self.wake()
        self.put("syscall_exit", machine.below(4096), after=5 + machine.below(90))

    def interrupt(self):
        self.put("irq_entry", 0xc0101000, 0xc0456780, 14 * self.machine.below(2), int(self.pid == 0))
        self.put("irq_exit", 1, after=6)
        self.put("softirq_entry", 1, after=1)
        self.wake()
        self.put("softirq_exit", 1, after=8)

    def fork(self):
        machine = self.machine
        child, machine.next_pid = machine.next_pid, machine.next_pid + 1
        self.put("syscall_entry", 0xb7fff424, 2)
        self.put("process_fork", self.pid, child, child, after=20)
        self.put("sched_wakeup_new_task", child, 0, self.number)
        self.put("syscall_exit", child)
        machine.ready.append(child)
        machine.free[child] = self.tsc

    def step(self):
        machine = self.machine
        luck = machine.below(100)
        if luck < 4 or (self.pid == 0 and luck < 30):
            self.interrupt()
        if self.pid == 0:
            self.tsc += 30 * US
            self.switch(0)
        elif self.tsc > self.until:
            self.switch(0)
        elif luck < 6 and self.pid < 3000 and machine.below(8) == 0:
            self.fork()
        elif luck < 14 and self.pid >= 3000:
            self.put("process_exit", self.pid)
            self.switch(-1)
        elif luck < 20:
            self.fault()
        elif luck < 45:
            self.tsc += machine.below(700) * US
        else:
            self.call()


def main():
    machine = Machine(Trace26("busy", "<", 0, 4))
    begin = machine.dump()
    cpus = [Cpu(machine, number, begin + number * 7 * US) for number in range(2)]
    while (cpu := min(cpus, key=lambda one: one.tsc)).tsc < END:
        cpu.step()
    for file in machine.files.values():
        file.write()


if __name__ == "__main__":
    main()
