#!/usr/bin/env python3
"""Writes small LTTng legacy traces after the documented layout, and beside each what a reader has to make of it: version 2.6
in both byte orders and 1.0, with every kind of event header, lost events, names of system calls, and two CPUs.

    python3 tests/data/lttng/make.py

Layouts: for 1.0, "The LTTng trace format" of 2008-06-02; for 2.6, the headers ltt-relay.h and ltt-tracer.h of the tracer. Each
line of expected.txt is: nanoseconds, file, kind, name, fields as LTTV prints them, with tabs between.
"""
import pathlib
import shutil
import struct

HERE = pathlib.Path(__file__).resolve().parent
MAGIC = 0x00D6B7ED
PAGE = 4096
START = 0x1234567890
FREQUENCY = 1_500_000_000
BYTES = {"i": 4, "u": 4, "h": 2, "b": 1, "q": 8}


class Trace:
    def __init__(self, name, endian, alignment, pointer):
        self.root = HERE / name
        shutil.rmtree(self.root, ignore_errors=True)
        self.order = {"<": "little", ">": "big"}[endian]
        self.endian, self.alignment, self.pointer = endian, alignment, pointer
        self.expected = []

    def pad(self, at, size):
        return bytes(-at % min(size, self.alignment)) if self.alignment else b""

    def size(self, kind):
        return self.pointer if kind in "pl" else BYTES[kind[-1]]

    def payload(self, kinds, values):
        """kinds: a letter for each field, s: a string, n before it: in network order."""
        out = b""
        for kind, value in zip(kinds, values):
            if kind == "s":
                out += value.encode() + b"\0"
                continue
            size = self.size(kind)
            order = "big" if kind[0] == "n" else self.order
            out += self.pad(len(out), size) + (value % (1 << 8 * size)).to_bytes(size, order)
        return out, max([1] + [self.size(kind) for kind in kinds if kind != "s"])

    def expect(self, tsc, stream, name, args, kind="event"):
        self.expected.append(f"{self.ns(tsc)}\t{stream}\t{kind}\t{name}\t{args}")

    def close(self):
        (self.root / "expected.txt").write_text("\n".join(self.expected) + "\n")


class File:
    """A tracefile: collects events, and begins a new sub-buffer where asked to."""

    def __init__(self, trace, path, tsc=START):
        self.trace, self.path = trace, trace.root / "data" / path
        self.name, self.done, self.counters = self.path.name, b"", (0, 0)
        self.begin(tsc)

    def begin(self, tsc):
        self.body, self.first, self.last = bytearray(self.trace.HEADER), tsc, tsc

    def next(self, tsc, lost=None, corrupt=0):
        self.finish()
        self.begin(tsc)
        if lost is not None:
            before, self.counters = self.counters, (lost, corrupt)
            if lost != before[0]:
                self.trace.expect(tsc, self.name, "lost", lost - before[0], "lost")
            if corrupt != before[1]:
                self.trace.expect(tsc, self.name, "lost", "?", "lost")

    def finish(self):
        size = -(-len(self.body) // PAGE) * PAGE
        self.body[:self.trace.HEADER] = self.trace.header(self, len(self.body), size)
        self.done += bytes(self.body).ljust(size, b"\xee")

    def write(self):
        self.finish()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(self.done)

    def put(self, tsc, head, payload, align, name, args, shown=None):
        self.body += head
        self.body += self.trace.pad(len(self.body), align) + payload
        self.last = tsc
        self.trace.expect(tsc if shown is None else shown, self.name, name, args)


class Trace26(Trace):
    HEADER = 68

    @staticmethod
    def ns(tsc):
        return int(float(tsc) * 1e9 * 1 / FREQUENCY)

    def header(self, file, data, size):
        return struct.pack(self.endian + "QQIBBBBQQQIIIII", file.first, file.last, MAGIC, 2, 6, self.pointer,
                           self.alignment, 1_260_000_000, 654_321, FREQUENCY, 1, data, size, *file.counters)

    def event(self, file, tsc, event, kinds, values, name, args, form=None):
        """form: 29 with a full TSC, 30 with a size, 31 with an id of 16 bits; "large": a size of 32 bits."""
        payload, largest = self.payload(kinds, values)
        large = form == "large"
        if tsc - file.last >= 1 << 27:
            form = 29
        elif large:
            form = 30
        form = form or (event if event < 29 else 31)
        head = self.pad(len(file.body), 4) + struct.pack(self.endian + "I", form << 27 | tsc % (1 << 27))
        if form >= 29:
            head += struct.pack(self.endian + "H", event)
        if form in (29, 30):
            head += struct.pack(self.endian + "H", 0xffff if large else len(payload))
        if large:
            head += struct.pack(self.endian + "I", len(payload))
        if form == 29:
            head += self.pad(len(file.body) + len(head), 8) + struct.pack(self.endian + "Q", tsc)
        file.put(tsc, head, payload, largest, name, args)

    def describe(self, file, tsc, channel, event, name, form):
        sizes = (4, self.pointer, self.pointer, self.pointer, self.alignment)
        text = ", ".join(f"{what} = {size}" for what, size in zip(("int", "long", "pointer", "size_t", "alignment"), sizes))
        self.event(file, tsc, 0, ["s", "s", "h"] + ["b"] * 5, [channel, name, event, *sizes], "metadata.core_marker_id",
                   f'channel = "{channel}", name = "{name}", event_id = {event}, {text}')
        self.event(file, tsc + 300, 1, ["s", "s", "s"], [channel, name, form], "metadata.core_marker_format",
                   f'channel = "{channel}", name = "{name}", format = "{form}"')


def version26(name, endian, alignment, pointer):
    trace = Trace26(name, endian, alignment, pointer)
    metadata = File(trace, "metadata_0")
    tsc = START + 100
    for channel, event, marker, form in (
            ("kernel", 0, "sched_schedule", "prev_pid %d next_pid %d prev_state #2d%ld"),
            ("kernel", 1, "syscall_entry", "ip #p%ld syscall_id #2u%u"),
            ("kernel", 2, "syscall_exit", "ret %ld"),
            ("kernel", 3, "vprintk", "loglevel #1u%u string %s ip 0x%lX"),
            ("kernel", 4, "mixed", "a #8u%llu and more #1x%x %d 100%%%u z #n2u%hu n #n4u%#x last %+d"),
            ("kernel", 5, "nothing", " "),
            ("kernel", 6, "skipped", "irqstate #1%d"),
            ("kernel", 40, "rare", "id %lu name %s"),
            ("syscall_state", 0, "sys_call_table", "id %d address %p symbol %s")):
        trace.describe(metadata, tsc, channel, event, marker, form)
        tsc += 900
    metadata.write()

    table = File(trace, "syscall_state_0", tsc)
    for number, symbol in ((3, "sys_read+0x0/0x70"), (4, "sys_write+0x0/0x70")):
        trace.event(table, tsc + 50_000 + number, 0, ["i", "p", "s"], [number, 0xc0100000 + number, symbol],
                    "syscall_state.sys_call_table", f'id = {number}, address = {0xc0100000 + number:#x}, symbol = "{symbol}"')
    table.write()
    named = tsc + 60_000

    for cpu in range(2):
        file = File(trace, f"kernel_{cpu}", tsc)
        at = tsc + 1000 + cpu * 37
        for i in range(160):
            at += (90, 700, 20_000, 1 << 25)[i * 7 % 4] + i
            if i % 40 == 39:
                at += 1 << (27 + i % 3)
            if i in (50, 100):
                file.next(at, lost=3 * i - 100 if cpu == 0 else 0, corrupt=cpu * (i // 100))
            form = (None, None, 29, 30, 31, "large")[i % 6]
            kind = i % 8
            if kind == 0:
                values = [i, i * 3 - 200, -i]
                trace.event(file, at, 0, ["i", "i", "h"], values, "kernel.sched_schedule",
                            "prev_pid = {}, next_pid = {}, prev_state = {}".format(*values), form)
            elif kind == 1:
                number = 3 + i // 8 % 3
                symbol = {3: "sys_read+0x0/0x70", 4: "sys_write+0x0/0x70"}.get(number) if at >= named else None
                trace.event(file, at, 1, ["p", "h"], [0xb7700000 + i, number], "kernel.syscall_entry",
                            f"ip = {0xb7700000 + i:#x}, syscall_id = {number} [{symbol or f'syscall {number}'}]", form)
            elif kind == 2:
                trace.event(file, at, 2, ["l"], [-i], "kernel.syscall_exit", f"ret = {-i}", form)
            elif kind == 3:
                text = "line " + "x" * (i % 11)
                trace.event(file, at, 3, ["b", "s", "l"], [7, text, 0xc15836 + i], "kernel.vprintk",
                            f'loglevel = 7, string = "{text}", ip = 0x{0xc15836 + i:X}', form)
            elif kind == 4:
                # The second field's name is the first word after the field before; the third has no name, and neither has
                # the fourth, before which a percent sign stands.
                trace.event(file, at, 4, ["q", "b", "i", "u", "nh", "ni", "i"], [1 << 40 | i, i, -i, i, 443, 10 + i, i],
                            "kernel.mixed", f"a = {1 << 40 | i}, and = {i:x}, field 3 = {-i}, field 4 = 100%{i}, z = 443, "
                                            f"n = {10 + i:#x}, last = {i:+d}", form)
            elif kind == 5:
                trace.event(file, at, 5, [], [], "kernel.nothing", "", form)
            elif kind == 6:
                trace.event(file, at, 6, [], [], "kernel.skipped", "", form)
            else:
                trace.event(file, at, 40, ["l", "s"], [i, "end"], "kernel.rare", f'id = {i}, name = "end"', form)
        file.write()
    trace.close()


class Trace10(Trace):
    HEADER = 109
    TRUNCATED, TSC_BITS, ID_BITS = 4, 20, 7

    @staticmethod
    def ns(tsc):
        return int(float(START) * 1e9 / FREQUENCY) + int(float(tsc - START) * 1e9 / FREQUENCY)

    def header(self, file, data, size):
        return struct.pack(self.endian + "QQQQII", file.first, 0, file.last, 0, size - data, size) + struct.pack(
            self.endian + "IIIIBBBBBBBBBIQQQQQ", MAGIC, 3, 0, 0, self.pointer, 1, 0, 0, 1, self.alignment, self.TRUNCATED,
            self.TSC_BITS, 32 - self.ID_BITS, 1, FREQUENCY, START, 0, 1_212_364_800, 123_456)

    def event(self, file, tsc, event, kinds, values, name, args):
        payload, _ = self.payload(kinds, values)
        head = self.pad(len(file.body), self.pointer) + struct.pack(self.endian + "IHH", tsc % (1 << 32), event, len(payload))
        file.put(tsc, head, payload, self.pointer, name, args)

    def compact(self, file, tsc, event, kinds, values, name, args, carried=0):
        payload, _ = self.payload(kinds, values)
        word = (tsc >> self.TRUNCATED) % (1 << self.TSC_BITS) | event << self.TSC_BITS
        word |= carried << (self.TSC_BITS + self.ID_BITS)
        if event == 3:
            file.low = tsc % (1 << self.TRUNCATED)
        shown = tsc >> self.TRUNCATED << self.TRUNCATED | file.low
        head = self.pad(len(file.body), 4) + struct.pack(self.endian + "I", word)
        file.put(tsc, head, payload, 1, name, args, shown)

    def describe(self, file, tsc, event, name, form):
        sizes = (4, self.pointer, self.pointer, self.pointer, self.alignment)
        text = ", ".join(f"{what} = {size}" for what, size in zip(("int", "long", "pointer", "size_t", "alignment"), sizes))
        self.event(file, tsc, 0, ["s", "h"] + ["b"] * 5, [name, event, *sizes], "core_marker_id",
                   f'name = "{name}", event_id = {event}, {text}')
        self.event(file, tsc + 300, 1, ["s", "s"], [name, form], "core_marker_format", f'name = "{name}", format = "{form}"')


def version10(name, endian, alignment, pointer):
    trace = Trace10(name, endian, alignment, pointer)
    facilities = File(trace, "control/facilities_0")
    tsc = START + 100
    for event, marker, form in ((2, "core_heartbeat_32", " "), (3, "core_heartbeat_64", "timestamp #8u%llu"),
                                (8, "compact_tick", " "), (9, "compact_value", "v #4u%u"), (10, "compact_bits", "bits #b1u%u w %d"),
                                (128, "kernel_sched_schedule", "prev_pid %d next_pid %d prev_state #2d%ld"),
                                (129, "kernel_arch_syscall_entry", "syscall_id #2u%u ip #p%ld"),
                                (130, "mixed", "c #1u%c s %s x #4x%x be #n4u%u tail %s ll %lld"),
                                (131, "list_process_state", "pid %d name %s")):
        trace.describe(facilities, tsc, event, marker, form)
        tsc += 900
    facilities.write()

    processes = File(trace, "control/processes_0", tsc)
    for pid, task in ((1, "init"), (100, "bash")):
        trace.event(processes, tsc + pid, 131, ["i", "s"], [pid, task], "list_process_state", f'pid = {pid}, name = "{task}"')
    processes.write()

    for cpu in range(2):
        file = File(trace, f"cpu_{cpu}", tsc)
        at = tsc + 1000 + cpu * 41
        for i in range(120):
            at += (300, 5000, 100_000)[i % 3] + i
            if i == 60:
                file.next(at)
            if i % 30 == 29:
                at += 0x1_8000_0000
                trace.event(file, at, 3, ["q"], [at], "core_heartbeat_64", f"timestamp = {at}")
            elif i % 30 == 15:
                at += 0xc000_0000
                trace.event(file, at, 2, [], [], "core_heartbeat_32", "")
            elif i % 3 == 0:
                values = [i, i * 3 - 200, -i]
                trace.event(file, at, 128, ["i", "i", "h"], values, "kernel_sched_schedule",
                            "prev_pid = {}, next_pid = {}, prev_state = {}".format(*values))
            elif i % 3 == 1:
                trace.event(file, at, 129, ["h", "p"], [i, 0xb7700000 + i], "kernel_arch_syscall_entry",
                            f"syscall_id = {i} [syscall {i}], ip = {0xb7700000 + i:#x}")
            else:
                values = [i, "s" * (i % 5), i * 70001, 0x01020304, f"end{i}", -i * 10**12]
                trace.event(file, at, 130, ["b", "s", "u", "ni", "s", "q"], values, "mixed",
                            'c = {}, s = "{}", x = {}, be = {}, tail = "{}", ll = {}'.format(*values))
        file.write()

    file = File(trace, "compact_0", tsc)
    file.low = tsc % (1 << Trace10.TRUNCATED)
    at = tsc + 2000
    for i in range(60):
        at += (400, 90_000, 9_000_000)[i % 3] + i
        if i % 20 == 19:
            at += 1 << 26
            trace.compact(file, at, 3, ["q"], [at], "core_heartbeat_64", f"timestamp = {at}")
        elif i % 3 == 0:
            trace.compact(file, at, 8, [], [], "compact_tick", "")
        elif i % 3 == 1:
            trace.compact(file, at, 9, ["u"], [i * 1000], "compact_value", f"v = {i * 1000}")
        else:
            trace.compact(file, at, 10, ["i"], [-i], "compact_bits", f"bits = {i % 32}, w = {-i}", carried=i % 32)
    file.write()
    trace.close()


if __name__ == "__main__":
    version26("2.6-le", "<", 0, 4)
    version26("2.6-be", ">", 8, 8)
    version10("1.0", "<", 4, 4)
