#!/usr/bin/env python3
"""Writes a large CTF trace (1.8), laid out as LTTng's kernel tracer does: a generated stretch of what two CPUs do, repeated
with its time shifted.

    python3 bench/ctf_large.py OUT_DIR [MILLIONS_OF_EVENTS]

A stretch is one packet. Events tell the low 32 bits of the clock, and a packet lasts 2^32 ns, so that a copy differs in
nothing but its head.
"""
import pathlib
import random
import struct
import sys

CPUS = 2
EVENTS = 16000
PERIOD = 1 << 32
SIZE = 1 << 20
TASKS = 20
UUID = bytes(range(16))

METADATA = """/* CTF 1.8 */
typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
typealias integer { size = 16; align = 8; signed = false; } := uint16_t;
typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
typealias integer { size = 32; align = 8; signed = true; } := int32_t;
typealias integer { size = 64; align = 8; signed = true; } := int64_t;
typealias integer { size = 8; align = 8; signed = false; encoding = UTF8; } := char_t;
trace { major = 1; minor = 8; uuid = "00010203-0405-0607-0809-0a0b0c0d0e0f"; byte_order = le;
  packet.header := struct { uint32_t magic; uint8_t uuid[16]; uint32_t stream_id; uint64_t stream_instance_id; }; };
env { hostname = "large"; domain = "kernel"; sysname = "Linux"; kernel_release = "6.1.0"; tracer_name = "lttng-modules"; };
clock { name = "monotonic"; uuid = "00010203-0405-0607-0809-0a0b0c0d0e10"; freq = 1000000000; offset = 1600000000000000000; };
typealias integer { size = 32; align = 8; signed = false; map = clock.monotonic.value; } := uint32_clock;
typealias integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; } := uint64_clock;
stream { id = 0;
  event.header := struct { enum : uint16_t { compact = 0 ... 65534, extended = 65535 } id;
    variant <id> { struct { uint32_clock timestamp; } compact; struct { uint32_t id; uint64_clock timestamp; } extended; } v;
  } align(8);
  packet.context := struct { uint64_clock timestamp_begin; uint64_clock timestamp_end; uint64_t content_size;
    uint64_t packet_size; uint64_t packet_seq_num; uint64_t events_discarded; uint32_t cpu_id; }; };
"""

EVENT = "event {{ id = {}; stream_id = 0; name = \"{}\"; fields := struct {{ {} }}; }};\n"
SWITCH = ("char_t _prev_comm[16]; int32_t _prev_tid; int32_t _prev_prio; int64_t _prev_state; char_t _next_comm[16]; "
          "int32_t _next_tid; int32_t _next_prio;")
WAKING = "char_t _comm[16]; int32_t _tid; int32_t _prio; int32_t _target_cpu;"
CLASSES = (("sched_switch", SWITCH), ("sched_waking", WAKING), ("syscall_entry_read", "uint32_t _fd; uint64_t _count;"),
           ("syscall_exit_read", "int64_t _ret; string _buf;"), ("irq_handler_entry", "int32_t _irq; string _name;"),
           ("irq_handler_exit", "int32_t _irq; int32_t _ret;"), ("softirq_entry", "uint32_t _vec;"),
           ("softirq_exit", "uint32_t _vec;"), ("timer_start", "uint64_t _timer; uint64_t _function; uint64_t _expires;"))


def comm(tid):
    return (f"worker{tid % 7}" if tid else "swapper").encode()


def stretch(cpu):
    """The events of a packet; the idle thread runs at its begin and at its end."""
    chance = random.Random(cpu)
    step = (PERIOD - 200_000_000) // EVENTS
    at, running, out, written = 1000, 0, bytearray(), 0

    def put(event, data):
        nonlocal at, written
        written += 1
        at += chance.randint(step // 4, step * 7 // 4 - 1)
        out.extend(struct.pack("<HI", event, at) + data)

    def switch(target, state):
        nonlocal running
        put(0, struct.pack("<16siiq16sii", comm(running), running, 20, state, comm(target), target, 20))
        running = target

    while written < EVENTS - 8:
        kind = chance.random()
        if kind < 0.25:
            target = chance.choice((0, 1000 + cpu * TASKS + chance.randrange(TASKS)))
            if target != running:
                if target:
                    put(1, struct.pack("<16siii", comm(target), target, 20, cpu))
                switch(target, chance.choice((0, 1, 1)))
        elif kind < 0.65 and running:
            put(2, struct.pack("<IQ", chance.randrange(30), 4096))
            put(3, struct.pack("<q", chance.randrange(4096)) + b"x" * chance.randrange(20) + b"\0")
        elif kind < 0.8:
            number = chance.randrange(16)
            put(4, struct.pack("<i", number) + b"timer\0")
            put(5, struct.pack("<ii", number, 1))
        elif kind < 0.93:
            number = chance.randrange(10)
            put(6, struct.pack("<I", number))
            put(7, struct.pack("<I", number))
        else:
            put(8, struct.pack("<QQQ", chance.randrange(1 << 40), chance.randrange(1 << 40), at + 100))
    if running:
        switch(0, 1)
    assert at < PERIOD
    return bytes(out), written


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    out = pathlib.Path(sys.argv[1])
    millions = float(sys.argv[2]) if len(sys.argv) > 2 else 100
    out.mkdir(parents=True, exist_ok=True)
    classes = "".join(EVENT.format(number, name, fields) for number, (name, fields) in enumerate(CLASSES))
    (out / "metadata").write_text(METADATA + classes)
    total = 0
    for cpu in range(CPUS):
        events, written = stretch(cpu)
        head = 4 + 16 + 4 + 8 + 6 * 8 + 4
        assert head + len(events) <= SIZE
        copies = max(1, round(millions * 1e6 / CPUS / written))
        padding = bytes(SIZE - head - len(events))
        with open(out / f"channel0_{cpu}", "wb") as target:
            for i in range(copies):
                begin = (i + 1) * PERIOD
                target.write(struct.pack("<I16sIQQQQQQQI", 0xC1FC1FC1, UUID, 0, cpu, begin, begin + PERIOD - 1,
                                         (head + len(events)) * 8, SIZE * 8, i, 0, cpu))
                target.write(events)
                target.write(padding)
        total += copies * written
    print(f"{total:,} events in {out}")


if __name__ == "__main__":
    main()
