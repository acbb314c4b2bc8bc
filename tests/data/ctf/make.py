#!/usr/bin/env python3
"""Makes tests/data/ctf/kernel: what two CPUs did, as LTTng's kernel tracer 2.13 records it, and what was put into it, in the
words of babeltrace2 (`ref/`). The kernel's tracer can't be used where the tests were recorded.

    python3 tests/data/ctf/make.py
"""
import datetime
import gzip
import pathlib
import random
import struct

HERE = pathlib.Path(__file__).resolve().parent
CPUS = 2
PROGRAMS = {101: ("make", 101), 102: ("cc1", 102), 103: ("cc1", 103), 104: ("server", 104), 105: ("worker", 104),
            106: ("worker", 104)}
OFFSET = 1600000000 * 10**9
START = 5_000_000_000
PACKET = 4096
UUID = bytes(range(32, 48))

INTEGERS = "".join(f"typealias integer {{ size = {size}; align = {align}; signed = false; }} := uint{size}_t;\n"
                   for size, align in ((5, 1), (8, 8), (16, 8), (27, 1), (32, 8), (64, 8)))
METADATA = f"""/* CTF 1.8 */
{INTEGERS}typealias integer {{ size = 64; align = 8; signed = false; }} := unsigned long;

trace {{
	major = 1;
	minor = 8;
	uuid = "20212223-2425-2627-2829-2a2b2c2d2e2f";
	byte_order = le;
	packet.header := struct {{ uint32_t magic; uint8_t uuid[16]; uint32_t stream_id; uint64_t stream_instance_id; }};
}};

env {{
	hostname = "host";
	domain = "kernel";
	sysname = "Linux";
	kernel_release = "6.1.0";
	tracer_name = "lttng-modules";
	tracer_major = 2;
	tracer_minor = 13;
}};

clock {{
	name = "monotonic";
	uuid = "30313233-3435-3637-3839-3a3b3c3d3e3f";
	description = "Monotonic Clock";
	freq = 1000000000;
	offset = {OFFSET};
}};

typealias integer {{ size = 27; align = 1; signed = false; map = clock.monotonic.value; }} := uint27_clock_t;
typealias integer {{ size = 64; align = 8; signed = false; map = clock.monotonic.value; }} := uint64_clock_t;

struct packet_context {{
	uint64_clock_t timestamp_begin;
	uint64_clock_t timestamp_end;
	uint64_t content_size;
	uint64_t packet_size;
	uint64_t packet_seq_num;
	unsigned long events_discarded;
	uint32_t cpu_id;
}};

struct event_header_compact {{
	enum : uint5_t {{ compact = 0 ... 30, extended = 31 }} id;
	variant <id> {{
		struct {{ uint27_clock_t timestamp; }} compact;
		struct {{ uint32_t id; uint64_clock_t timestamp; }} extended;
	}} v;
}} align(8);

stream {{
	id = 0;
	event.header := struct event_header_compact;
	packet.context := struct packet_context;
}};
"""
INT = "integer {{ size = {}; align = 8; signed = {}; encoding = none; base = {}; }} _{};"
COMM = "integer {{ size = 8; align = 8; signed = 0; encoding = UTF8; base = 10; }} _{}[16];"
STATUS = ("UNNAMED", "WAIT_FORK", "WAIT_CPU", "EXIT", "ZOMBIE", "WAIT", "RUN", "DEAD")

# Letters: c a name of 16 bytes, s a text, i and q signed, I and Q unsigned, x hexadecimal, e the status of the state dump.
CLASSES = {
    "sched_switch": "c:prev_comm i:prev_tid i:prev_prio q:prev_state c:next_comm i:next_tid i:next_prio",
    "sched_waking": "c:comm i:tid i:prio i:target_cpu",
    "sched_wakeup": "c:comm i:tid i:prio i:target_cpu",
    "sched_wakeup_new": "c:comm i:tid i:prio i:target_cpu",
    "sched_process_fork": "c:parent_comm i:parent_tid i:parent_pid c:child_comm i:child_tid i:child_pid",
    "sched_process_exit": "c:comm i:tid i:prio",
    "syscall_entry_read": "I:fd Q:count",
    "syscall_exit_read": "q:ret x:buf",
    "syscall_entry_futex": "x:uaddr i:op I:val",
    "syscall_exit_futex": "q:ret",
    "irq_handler_entry": "i:irq s:name",
    "irq_handler_exit": "i:irq i:ret",
    "irq_softirq_raise": "I:vec",
    "irq_softirq_entry": "I:vec",
    "irq_softirq_exit": "I:vec",
    "block_rq_issue": "I:dev Q:sector I:nr_sector I:rwbs",
    "block_rq_complete": "I:dev Q:sector I:nr_sector I:rwbs",
    "lttng_statedump_process_state": "i:tid i:pid i:ppid s:name i:type e:status",
}
NUMBERS = {"i": "<i", "q": "<q", "I": "<I", "Q": "<Q", "x": "<Q"}


def field(letter, name):
    if letter == "c":
        return COMM.format(name)
    if letter == "s":
        return f"string _{name};"
    if letter == "e":
        labels = ", ".join(f'"{label}" = {number}' for number, label in enumerate(STATUS))
        return f"enum : integer {{ size = 32; align = 8; signed = 1; encoding = none; base = 10; }} {{ {labels} }} _{name};"
    size = 32 if letter in "iI" else 64
    return INT.format(size, int(letter in "iq"), 16 if letter == "x" else 10, name)


def fields_of(event):
    return [part.split(":") for part in CLASSES[event].split()]


def packed(letter, value):
    if letter == "c":
        return value.encode().ljust(16, b"\0")
    if letter == "s":
        return value.encode() + b"\0"
    return struct.pack("<i" if letter == "e" else NUMBERS[letter], value)


def printed(letter, value):
    if letter in "cs":
        return f'"{value}"'
    if letter == "e":
        return f'( "{STATUS[value]}" : container = {value} )'
    return f"0x{value:X}" if letter == "x" else str(value)


class Trace:
    def __init__(self):
        self.events = [[] for _ in range(CPUS)]
        self.texts, self.counts = [], []

    def put(self, cpu, time, event, *values):
        fields = fields_of(event)
        assert len(fields) == len(values), event
        number = list(CLASSES).index(event)
        self.events[cpu].append((time, number, b"".join(packed(kind, value) for (kind, _), value in zip(fields, values))))
        words = ", ".join(f"{name} = {printed(kind, value)}" for (kind, name), value in zip(fields, values))
        seconds, ns = divmod(OFFSET + time, 10**9)
        date = datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%Y-%m-%d %H:%M:%S")
        self.texts.append(f"timestamp = {date}.{ns:09}, trace = host/kernel, , trace:hostname = host, trace:domain = kernel, "
                          f"name = {event}, stream.packet.context = {{ cpu_id = {cpu} }}, event.fields = {{ {words} }}")
        self.counts.append(f"[{time:020}] host/kernelhost:kernel {event}: {{ cpu_id = {cpu} }}, {{ {words} }}")

    def file(self, cpu):
        out, sequence, end = b"", 0, START
        events = self.events[cpu]
        while events:
            body, begin, head = b"", events[0][0], 4 + 16 + 4 + 8 + 6 * 8 + 4
            last, count = begin, 0
            for time, number, data in events:
                long = number >= 31 or time - last >= 1 << 27
                one = (struct.pack("<BIQ", 31, number, time) if long
                       else struct.pack("<I", number | (time & (1 << 27) - 1) << 5)) + data
                if head + len(body) + len(one) > PACKET:
                    break
                body, last, count = body + one, time, count + 1
            end = last if count < len(events) else self.end
            out += struct.pack("<I16sIQQQQQQQI", 0xC1FC1FC1, UUID, 0, cpu, begin, end, (head + len(body)) * 8, PACKET * 8,
                               sequence, 0, cpu) + body + bytes(PACKET - head - len(body))
            events, sequence = events[count:], sequence + 1
        return out

    def write(self, folder):
        data, ref = folder / "trace/kernel", folder / "ref"
        for one in (data, ref):
            one.mkdir(parents=True, exist_ok=True)
        self.end = max(events[-1][0] for events in self.events) + 1000
        classes = "".join(f'\nevent {{\n\tname = "{name}";\n\tid = {number};\n\tstream_id = 0;\n\tfields := struct {{\n' +
                          "".join(f"\t\t{field(kind, of)}\n" for kind, of in fields_of(name)) + "\t};\n};\n"
                          for number, name in enumerate(CLASSES))
        (data / "metadata").write_text(METADATA + classes)
        for cpu in range(CPUS):
            (data / f"channel0_{cpu}").write_bytes(self.file(cpu))
        for name, lines in (("text", self.texts), ("text-cycles", self.counts)):
            (ref / f"{name}.txt.gz").write_bytes(gzip.compress("\n".join([*lines, ""]).encode(), mtime=0))


class Machine:
    """Threads that run, call the kernel, wait for each other and for a disk."""

    def __init__(self, trace):
        self.trace, self.chance, self.time = trace, random.Random(7), START
        self.running = [0] * CPUS
        self.queue = [[] for _ in range(CPUS)]
        self.asleep, self.call, self.disk = {}, {}, []
        self.names = dict(PROGRAMS)

    def put(self, cpu, event, *values):
        self.time += self.chance.randint(1_000, 20_000)
        self.trace.put(cpu, self.time, event, *values)

    def comm(self, tid, cpu):
        return self.names[tid][0] if tid else f"swapper/{cpu}"

    def switch(self, cpu, state, target=None):
        left = self.running[cpu]
        if target is None:
            target = self.queue[cpu].pop(0) if self.queue[cpu] else 0
        self.put(cpu, "sched_switch", self.comm(left, cpu), left, 20, state, self.comm(target, cpu), target, 20)
        if left and state == 0:
            self.queue[cpu].append(left)
        self.running[cpu] = target

    def wake(self, cpu, tid):
        last = self.asleep.pop(tid)
        target = self.chance.randrange(CPUS) if self.chance.random() < 0.2 else last
        self.put(cpu, "sched_waking", self.comm(tid, cpu), tid, 20, last)
        self.put(cpu, "sched_wakeup", self.comm(tid, cpu), tid, 20, target)
        self.queue[target].append(tid)

    def interrupt(self, cpu):
        if self.disk and self.chance.random() < 0.7:
            tid, sector = self.disk.pop(0)
            self.put(cpu, "irq_handler_entry", 14, "disk")
            self.put(cpu, "irq_softirq_raise", 4)
            self.put(cpu, "irq_handler_exit", 14, 1)
            self.put(cpu, "irq_softirq_entry", 4)
            self.put(cpu, "block_rq_complete", 8388608, sector, 8, 0)
            self.wake(cpu, tid)
            self.put(cpu, "irq_softirq_exit", 4)
        else:
            self.put(cpu, "irq_handler_entry", 0, "timer")
            self.put(cpu, "irq_handler_exit", 0, 1)

    def act(self, cpu):
        tid = self.running[cpu]
        if not tid:
            if self.queue[cpu]:
                self.switch(cpu, 0)
            else:
                self.interrupt(cpu)
        elif tid in self.call:
            name, *results = self.call.pop(tid)
            self.put(cpu, f"syscall_exit_{name}", *results)
        elif self.chance.random() < 0.35:
            self.put(cpu, "syscall_entry_read", 3, 4096)
            self.call[tid] = ("read", 4096, 0x7F0000001000)
            if self.chance.random() < 0.6:
                sector = self.chance.randrange(1 << 20) * 8
                self.put(cpu, "block_rq_issue", 8388608, sector, 8, 0)
                self.disk.append((tid, sector))
                self.asleep[tid] = cpu
                self.switch(cpu, 2)
        elif self.chance.random() < 0.5:
            self.put(cpu, "syscall_entry_futex", 0x7F0000002000, 128, 1)
            self.call[tid] = ("futex", 0)
            waiting = [one for one in self.asleep if one not in [other for other, _ in self.disk]]
            if waiting and self.chance.random() < 0.7:
                self.wake(cpu, self.chance.choice(waiting))
            elif len(self.asleep) < len(self.names) - 1:
                self.asleep[tid] = cpu
                self.switch(cpu, 1)
        elif self.chance.random() < 0.5 and self.queue[cpu]:
            self.switch(cpu, 0)
        else:
            self.interrupt(cpu)

    def dump(self):
        """At first all threads sleep but two, which wait for a CPU."""
        for number, (tid, (name, pid)) in enumerate(self.names.items()):
            waits = number < CPUS
            self.put(0, "lttng_statedump_process_state", tid, pid, 1, name, 0, 2 if waits else 5)
            if waits:
                self.queue[number].append(tid)
            else:
                self.asleep[tid] = number % CPUS
        self.put(1, "irq_handler_entry", 0, "timer")
        self.put(1, "irq_handler_exit", 0, 1)

    def fork(self, cpu):
        parent = self.running[cpu]
        self.names[107] = (self.names[parent][0], 107)
        self.put(cpu, "sched_process_fork", self.comm(parent, cpu), parent, self.names[parent][1], self.comm(107, cpu), 107, 107)
        self.put(cpu, "sched_wakeup_new", self.comm(107, cpu), 107, 20, cpu)
        self.queue[cpu].append(107)

    def leave(self, cpu):
        tid = self.running[cpu]
        self.put(cpu, "sched_process_exit", self.comm(tid, cpu), tid, 20)
        self.switch(cpu, 64 if tid < 0 else 16)
        del self.names[tid]


def main():
    trace = Trace()
    machine = Machine(trace)
    machine.dump()
    forked = gone = False
    for step in range(420):
        cpu = machine.chance.randrange(CPUS)
        if not forked and step > 100 and machine.running[cpu] and machine.running[cpu] not in machine.call:
            machine.fork(cpu)
            forked = True
        elif not gone and step > 300 and machine.running[cpu] and machine.running[cpu] not in machine.call:
            machine.leave(cpu)
            gone = True
        else:
            machine.act(cpu)
    trace.write(HERE / "kernel")
    print(f"{len(trace.texts)} events")


if __name__ == "__main__":
    main()
