#!/usr/bin/env python3
"""Writes small LTTng traces of the versions 0.3, 0.7 and 0.8, which have facilities instead of markers, and beside each what a
reader has to make of it, like make.py.

    python3 tests/data/lttng/make_facilities.py

No reader of these versions can be run any more, so that nothing confirms what is written here: layouts are those of "The LTTng
trace format" of 2008-06-02 and of the tracer's headers of the time, descriptions are in the manner of its facilities.
"""
import struct

from make import FREQUENCY, MAGIC, START, File, Trace

SIZES = {"i": 4, "u": 4, "h": 2, "b": 1, "q": 8, "f": 4, "e": 4}

KERNEL = """<?xml version="1.0"?>
<facility name="kernel">
  <description>What a kernel does, in all types that there are</description>
  <!-- <event name="not_there"/> -->
  <type name="irq_mode">
    <enum><label name="user" value="0"/> <description>User context</description> <label name="kernel"/></enum>
  </type>
  <type name="place">
    <struct><field name="line"><ushort/></field> <field name="mode"><typeref name="irq_mode"/></field></struct>
  </type>
  <event name="irq_entry">
    <description>Entry in an irq</description>
    <field name="irq_id"> <description>IRQ number</description> <uint size="4"/> </field>
    <field name="mode"> <typeref name="irq_mode"/> </field>
  </event>
  <event name="irq_exit"><description>Exit from an IRQ</description></event>
  <event name="sched_schedule">
    <field name="prev_pid"><int/></field> <field name="next_pid"><int/></field> <field name="state"><long/></field>
  </event>
  <event name="vprintk">
    <field name="loglevel"><uint size="1"/></field>
    <field name="text"><sequence><uint/><uchar/></sequence></field>
    <field name="ip"><pointer/></field>
  </event>
  <event name="everything">
    <field name="numbers"><array size="3"><short/></array></field>
    <field name="where"><typeref name="place"/></field>
    <field name="name"><string/></field>
    <field name="either"><union><field name="a"><uint_fixed size="4"/></field> <field name="b"><uchar/></field></union></field>
    <field name="part"><float size="4"/></field>
    <field name="address"><uint size="4" byte_order="network"/></field>
    <field name="many"><sequence><uint size="1"/><uint_fixed size="8"/></sequence></field>
  </event>
  <event name="strange"><field name="x"><quaternion/></field></event>
</facility>
"""
COMPACT = """<?xml version="1.0"?>
<facility name="compact" align="0">
  <event name="time_heartbeat"/>
  <event name="time_heartbeat_full"><field name="tsc"><uint_fixed size="8"/></field></event>
  <event name="event_a"/>
  <event name="event_b"><field name="data1"><uint_fixed size="4"/></field></event>
</facility>
"""
USER = """<?xml version="1.0"?>
<facility name="user_generic">
  <event name="function_entry"><field name="this_fn"><pointer/></field><field name="call_site"><pointer/></field></event>
  <event name="function_exit"><field name="this_fn"><pointer/></field><field name="call_site"><pointer/></field></event>
  <event name="thread_brand"><field name="name"><string/></field></event>
</facility>
"""
# As the oldest are: without quotes, fields within a structure.
PROCESS = """<facility name=process>
  <event name=fork>
    <struct><field name=parent_pid><int/></field><field name=child_pid><int/></field></struct>
  </event>
  <event name=exit><field name="pid"><int/></field></event>
</facility>
"""


class TraceOld(Trace):
    """minor: of the version; heartbeat: events have 32 bits of the TSC."""

    TRUNCATED, TSC_BITS = 4, 24

    def __init__(self, name, minor, endian, alignment, pointer, heartbeat):
        super().__init__(name, endian, alignment, pointer)
        self.minor, self.heartbeat, self.compact = minor, heartbeat, False
        self.HEADER = 40 + (26 if minor < 4 else 66 if minor < 8 else 68)

    def ns(self, tsc):
        if self.minor < 4:
            return int(float(tsc) * (1e9 / 1000) / (FREQUENCY // 1000))
        return int(float(START) * (1e9 / 1000) / (FREQUENCY // 1000)) + int(float(tsc - START) * (1e9 / 1000) / (FREQUENCY // 1000))

    def header(self, file, data, size):
        khz = FREQUENCY // 1000 if self.minor < 4 else 0
        out = struct.pack(self.endian + "QQQQII", file.first, khz, file.last, khz, size - data, size)
        out += struct.pack(self.endian + "IIIIBBBBBB", MAGIC, 8 if self.pointer == 8 else 1, 0, 0, self.pointer, 0, self.minor, 0,
                           self.heartbeat, self.alignment)
        if self.minor >= 8:
            out += struct.pack("BB", self.TRUNCATED, self.TSC_BITS)
        out += struct.pack(self.endian + "I", 1000)
        if self.minor >= 4:
            out += struct.pack(self.endian + "QQQQQ", FREQUENCY // 1000, START, 0, 1_180_000_000, 123_456)
        assert len(out) == self.HEADER
        return out

    def size(self, kind):
        return self.pointer if kind in "pl" else SIZES[kind[-1]]

    def fields(self, items, align=None):
        """items: (kind, value); "a" before a number: the structure that begins here is aligned so; "=": bytes as they are."""
        out = b""
        align = self.alignment if align is None else align
        for kind, value in items:
            if kind == "s":
                out += value.encode() + b"\0"
            elif kind == "=":
                out += value
            elif kind[0] == "a":
                out += bytes(-len(out) % min(value, align)) if align else b""
            else:
                size = self.size(kind)
                out += bytes(-len(out) % min(size, align)) if align else b""
                raw = struct.pack(self.endian + "f", value) if kind == "f" else None
                order = "big" if kind[0] == "n" else self.order
                out += raw or (value % (1 << 8 * size)).to_bytes(size, order)
        return out

    def event(self, file, tsc, facility, event, items, name, args, size=None):
        payload = self.fields(items)
        time = struct.pack(self.endian + "I", tsc % (1 << 32)) if self.heartbeat else struct.pack(self.endian + "Q", tsc)
        head = self.pad(len(file.body), self.pointer) + time + struct.pack(self.endian + "BBH", facility, event,
                                                                           len(payload) if size is None else size)
        file.put(tsc, head, payload, self.pointer, name, args)

    def compact_event(self, file, tsc, event, items, name, args):
        payload = self.fields(items, 0)
        if event == 1:
            file.low = tsc % (1 << self.TRUNCATED)
        shown = tsc >> self.TRUNCATED << self.TRUNCATED | file.low
        word = (tsc >> self.TRUNCATED) % (1 << self.TSC_BITS) | event << self.TSC_BITS
        file.put(tsc, self.pad(len(file.body), 4) + struct.pack(self.endian + "I", word), payload, 1, name, args, shown)

    def load(self, file, tsc, name, checksum, number, dump=False):
        sizes = (4, self.pointer, self.pointer, self.pointer, self.alignment)
        event = (4 if self.minor >= 8 else 3 if self.minor >= 4 else 2) if dump else 0
        text = ", ".join(f"{what} = {size}" for what, size in zip(("int", "long", "pointer", "size_t", "alignment"), sizes))
        self.event(file, tsc, 0, event, [("s", name), ("a", self.pointer)] + [("u", value) for value in (checksum, number, *sizes)],
                   "core." + ("state_dump_facility_load" if dump else "facility_load"),
                   f'name = "{name}", checksum = {checksum}, id = {number}, {text}')

    def description(self, path, text):
        path = self.root / "data" / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def everything(trace, file, at, i):
    many = [i, 1 << 40 | i][:i % 3]
    items = [("h", n) for n in (i, -i, 7)] + [("a", 4), ("h", i), ("e", i % 3), ("s", "n" * (i % 4)), ("a", 4),
                                              ("=", bytes([1, 2, i, 4])), ("f", i / 4), ("nu", 0x7f000001)]
    items += [("a", 8), ("b", len(many)), ("a", 8)] + [("q", n) for n in many]
    mode = {0: "user", 1: "kernel"}.get(i % 3, i % 3)
    shown = "{ " + ", ".join(str(n) for n in many) + " }" if many else "{ }"
    trace.event(file, at, 5, 4, items, "kernel.everything",
                f'numbers = {{ {i}, {-i}, 7 }}, where.line = {i}, where.mode = {mode}, name = "{"n" * (i % 4)}", '
                f'either = 0x0102{i:02x}04, part = {i / 4:g}, address = {0x7f000001}, many = {shown}')


def cpu(trace, number, tsc):
    file = File(trace, f"cpu_{number}", tsc)
    at = tsc + 1000 + number * 41
    for i in range(90):
        at += (300, 5000, 100_000)[i % 3] + i
        if i == 45:
            file.next(at)
        kind = i % 8
        if kind == 0:
            trace.event(file, at, 5, 0, [("u", i), ("e", i // 8 % 2)], "kernel.irq_entry",
                        f"irq_id = {i}, mode = {('user', 'kernel')[i // 8 % 2]}")
        elif kind == 1:
            trace.event(file, at, 5, 1, [], "kernel.irq_exit", "")
        elif kind == 2:
            trace.event(file, at, 5, 2, [("i", i), ("i", i + 8), ("l", -1)], "kernel.sched_schedule",
                        f"prev_pid = {i}, next_pid = {i + 8}, state = -1")
        elif kind == 3:
            text = "line " + "x" * (i % 11)
            trace.event(file, at, 5, 3, [("b", 7), ("a", 4), ("u", len(text)), ("=", text.encode()), ("p", 0xc0100000)],
                        "kernel.vprintk", f'loglevel = 7, text = "{text}", ip = 0xc0100000', 0xffff if i % 16 == 3 else None)
        elif kind == 4:
            everything(trace, file, at, i)
        elif kind == 5:
            trace.event(file, at, 5, 5, [("u", i)], "kernel.strange", f"data = 0x{i.to_bytes(4, trace.order).hex()}")
        elif kind == 6:
            # Facility 9 has no description, and facility 77 was never loaded.
            trace.event(file, at, 9, 2, [("=", b"raw!")], "secret.2", "data = 0x72617721")
            trace.event(file, at, 77, 1, [], "facility 77.1", "")
        elif trace.heartbeat:
            at += 0xc000_0000
            trace.event(file, at, 0, 3 if trace.minor < 4 else 2, [], "core.time_heartbeat", "")
    if trace.minor >= 8:
        at += 0x2_4000_0000
        file.next(at)
        trace.event(file, at, 0, 3, [("q", at)], "core.time_heartbeat_full", f"tsc = {at}")
    file.write()


def compact(trace, tsc):
    file = File(trace, "compact_0", tsc)
    file.low = tsc % (1 << trace.TRUNCATED)
    at = tsc + 2000
    for i in range(60):
        at += (400, 90_000, 9_000_000)[i % 3] + i
        if i % 20 == 19:
            at += 1 << 30
            trace.compact_event(file, at, 1, [("q", at)], "compact.time_heartbeat_full", f"tsc = {at}")
        elif i % 3 == 0:
            trace.compact_event(file, at, 2, [], "compact.event_a", "")
        elif i % 3 == 1:
            trace.compact_event(file, at, 3, [("u", i * 1000)], "compact.event_b", f"data1 = {i * 1000}")
        else:
            trace.compact_event(file, at, 0, [], "compact.time_heartbeat", "")
    file.write()


def user(trace, tsc):
    file = File(trace, "process-310.300.5678901234", tsc)
    at = tsc + 3000
    trace.event(file, at, 7, 2, [("s", "worker")], "user_generic.thread_brand", 'name = "worker"')
    for i in range(40):
        at += 777
        function, site = 0x8048000 + i // 2 % 5 * 16, 0x8048fff
        event, name = ((0, "function_entry"), (1, "function_exit"))[i % 4 // 2]
        trace.event(file, at, 7, event, [("p", function), ("p", site)], f"user_generic.{name}",
                    f"this_fn = {function:#x}, call_site = {site:#x}")
    file.write()


def make(name, minor, endian, alignment, pointer, heartbeat):
    trace = TraceOld(name, minor, endian, alignment, pointer, heartbeat)
    facilities = File(trace, "control/facilities_0")
    loads = [("kernel", 4000000000, 5, True), ("secret", 3, 9, False), ("process", 17, 6, False)]
    loads += [("compact", 99, 4, True), ("user_generic", 7, 7, False)] if minor >= 8 else []
    for i, load in enumerate(loads):
        trace.load(facilities, START + 100 + i * 100, *load)
    facilities.write()
    trace.description("eventdefs/kernel_4000000000.xml", KERNEL)
    trace.description("eventdefs/kernel_1.xml", "<facility name=\"kernel\"><event name=\"of_another_time\"/></facility>")
    trace.description("eventdefs/process.xml", PROCESS)
    tsc = START + 2000
    for number in range(2):
        cpu(trace, number, tsc)
    processes = File(trace, "control/processes_0", tsc)
    trace.event(processes, tsc + 50, 6, 0, [("i", 1), ("i", 2)], "process.fork", "parent_pid = 1, child_pid = 2")
    trace.event(processes, tsc + 60, 6, 1, [("i", 2)], "process.exit", "pid = 2")
    processes.write()
    if minor >= 8:
        trace.description("eventdefs/compact_99.xml", COMPACT)
        trace.description("eventdefs/user_generic_7.xml", USER)
        compact(trace, tsc)
        user(trace, tsc)
    trace.close()


if __name__ == "__main__":
    make("0.3", 3, "<", 0, 4, 1)
    make("0.7-be", 7, ">", 8, 8, 0)
    make("0.8", 8, "<", 4, 4, 1)
