#!/usr/bin/env python3
"""Makes small recordings of perf by hand, for what is hard to record: python3 tests/data/perf/make.py [FOLDER]

two-cpus.dat       two buffers, of which the second is taken after the first: records that are not in the order of time,
                   with a loss, an exec, a fork, a marker in each callchain
two-cpus-be.dat    the same of a machine of the other byte order
pipe.dat           the same as a pipe wrote it
no-round.dat       the same without the marks that end rounds
late.dat           a mark that promises too much: a record comes after later ones were given out
areas.dat          an area of hardware tracing among the records
damaged.dat        some bytes in the middle that are no record
cut.dat            ends within a record
old.dat            the head of version 1
"""
import pathlib
import struct
import sys

IP, TID, TIME, CALLCHAIN, ID, CPU, PERIOD = 1, 2, 4, 32, 64, 128, 256
TYPE = IP | TID | TIME | CALLCHAIN | ID | CPU | PERIOD
IDS = ((11, 12), (21, 22))  # by event and CPU
KERNEL, USER = 2**64 - 128, 2**64 - 512
COMM, LOST, FORK, SAMPLE, MMAP2, AUXTRACE, ROUND = 3, 2, 7, 9, 10, 71, 68


class Maker:
    def __init__(self, order="<"):
        self.order = order

    def pack(self, form, *values):
        return struct.pack(self.order + form, *values)

    def attr(self, config, period):
        flags = 1 << 10 | 1 << 18  # by frequency, each record with its thread and time
        if self.order == ">":
            flags = int(f"{flags:064b}"[::-1], 2)
        head = self.pack("IIQQQQQ", 1, 112, config, period, TYPE, 0, flags)
        return head.ljust(112, b"\0")

    def record(self, kind, body, misc=0):
        return self.pack("IHH", kind, misc, 8 + len(body)) + body

    def trailer(self, tid, time, cpu, event=0):
        return self.pack("iiQQII", tid, tid, time, IDS[event][cpu] if time else 0, cpu, 0)

    def named(self, kind, head, name, tid, time, cpu, misc=0):
        text = name.encode() + b"\0"
        return self.record(kind, head + text.ljust((len(text) + 7) // 8 * 8, b"\0") + self.trailer(tid, time, cpu), misc)

    def comm(self, tid, name, time=0, cpu=0, misc=0):
        return self.named(COMM, self.pack("ii", tid, tid), name, tid if time else 0, time, cpu, misc)

    def mmap2(self, tid, begin, size, offset, name, time=0, cpu=0):
        head = self.pack("iiQQQIIQQII", tid, tid, begin, size, offset, 8, 1, 77, 0, 5, 2)
        return self.named(MMAP2, head, name, tid if time else 0, time, cpu, 2)

    def fork(self, parent, child, time, cpu):
        body = self.pack("iiiiQ", parent, parent, child, parent, time)
        return self.record(FORK, body + self.trailer(parent, time, cpu))

    def lost(self, count, tid, time, cpu):
        return self.record(LOST, self.pack("QQ", IDS[0][cpu], count) + self.trailer(tid, time, cpu))

    def sample(self, tid, time, cpu, chain, event=0, period=250000):
        body = self.pack("QiiQQIIQQ", chain[1], tid, tid, time, IDS[event][cpu], cpu, 0, period, len(chain))
        return self.record(SAMPLE, body + self.pack(f"{len(chain)}Q", *chain), 1 if chain[0] == KERNEL else 2)

    def round(self):
        return self.record(ROUND, b"")

    def records(self, rounds=True, late=False, areas=False, damage=b""):
        user = (USER, 0x401010, 0x401100)
        kernel = (KERNEL, 0xffffffff81000010, USER, 0x401010, 0x401100)
        out = self.comm(100, "one") + self.mmap2(100, 0x401000, 0x1000, 0x1000, "/bin/one")
        out += self.sample(100, 1000, 0, user) + self.sample(100, 3000, 0, kernel)
        if areas:
            out += self.record(AUXTRACE, self.pack("QQQIIII", 24, 0, 0, 0, 100, 0, 0)) + b"x" * 24
        out += self.sample(200, 1500, 1, user) + self.fork(100, 101, 2500, 1) + self.sample(101, 2600, 1, user, 1, 3)
        out += self.round() if rounds else b""
        out += damage
        out += self.sample(100, 4000, 0, user) + self.lost(5, 100, 4500, 0) + self.sample(100, 5000, 0, kernel)
        out += self.sample(101, 3500, 1, user) + self.comm(101, "two words", 4100, 1, 1 << 13)
        out += self.mmap2(101, 0x401000, 0x1000, 0, "/bin/two", 4200, 1) + self.sample(101, 4600, 1, user, 1, 7)
        out += self.round() if rounds else b""
        if late:
            out += self.round() + self.sample(100, 3600, 0, user)
        out += self.sample(100, 6000, 0, user) + self.sample(101, 5500, 1, user)
        return out + (self.round() if rounds else b"")

    def text(self, text):
        return self.pack("I", (len(text) + 64) // 64 * 64) + text.encode().ljust((len(text) + 64) // 64 * 64, b"\0")

    def names(self):
        out = self.pack("II", 2, 112)
        for number, (name, period) in enumerate((("cpu-clock", 4000), ("page-faults", 1))):
            out += self.attr(number * 2, period) + self.pack("I", 2) + self.text(name) + self.pack("QQ", *IDS[number])
        return out

    def file(self, records):
        attr_size = 112 + 16
        ids = 104
        attrs = ids + 32
        data = attrs + 2 * attr_size
        head = b"PERFILE2" if self.order == "<" else b"2ELIFREP"
        features = {3: self.text("maker"), 6: self.text("x86_64"), 7: self.pack("II", 2, 2), 12: self.names()}
        bits = sum(1 << bit for bit in features)
        head += self.pack("QQQQQQQQ", 104, attr_size, attrs, 2 * attr_size, data, len(records), 0, 0)
        head += self.pack("QQQQ", bits, 0, 0, 0)
        out = head + self.pack("QQQQ", *IDS[0], *IDS[1])
        for number, period in ((0, 4000), (1, 1)):
            out += self.attr(number * 2, period) + self.pack("QQ", ids + 16 * number, 16)
        out += records
        at = len(out) + 16 * len(features)
        table = b""
        for data in features.values():
            table += self.pack("QQ", at, len(data))
            at += len(data)
        return out + table + b"".join(features.values())

    def pipe(self, records):
        out = b"PERFILE2" + self.pack("Q", 16)
        for number, period in ((0, 4000), (1, 1)):
            out += self.record(64, self.attr(number * 2, period) + self.pack("QQ", *IDS[number]))
        for feature, data in ((6, self.text("x86_64")), (12, self.names())):
            out += self.record(80, self.pack("Q", feature) + data)
        return out + records


def files():
    """(name, bytes) of each."""
    make, other = Maker(), Maker(">")
    whole = make.file(make.records())
    yield "two-cpus", whole
    yield "two-cpus-be", other.file(other.records())
    yield "pipe", make.pipe(make.records())
    yield "no-round", make.file(make.records(rounds=False))
    yield "late", make.file(make.records(late=True))
    yield "areas", make.file(make.records(areas=True))
    yield "damaged", make.file(make.records(damage=bytes(range(200, 224))))
    yield "cut", whole[:1500]
    yield "old", b"PERFFILE" + whole[8:104]


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    for name, data in files():
        (folder / f"{name}.dat").write_bytes(data)
