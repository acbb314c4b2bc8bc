#!/usr/bin/env python3
"""Makes a long trace.dat of a short one: its records several times over, each time later.

    bench/repeat_trace.py IN TIMES OUT

IN is a trace.dat of version 7, little endian, of a 64 bit kernel, that is not compressed. OUT has IN with all its
buffers, and behind it the repeated ones, which its options name in place of the first.
"""

import argparse
import struct
import sys
from pathlib import Path

MAGIC = b"\x17\x08\x44tracing7\0"
BUFFER_OPTION, BUFFER_SECTION = 3, 3
SECTION_HEADER = 16
STAMP_BITS = (1 << 59) - 1  # of a record of the type "time stamp"


def text_end(data, at):
    return data.index(b"\0", at) + 1


def buffer_options(data):
    """The place of each BUFFER option's data in the file."""
    at = text_end(data, text_end(data, len(MAGIC) + 6))  # behind the name and the version of the compressor
    (section,) = struct.unpack_from("<Q", data, at)
    seen = set()
    while section and section not in seen:
        seen.add(section)
        at = section + SECTION_HEADER
        while True:
            option, size = struct.unpack_from("<HI", data, at)
            at += 6
            if option == 0:
                (section,) = struct.unpack_from("<Q", data, at)
                break
            if option == BUFFER_OPTION:
                yield at
            at += size


class Buffer:
    """A BUFFER option: where its table of CPUs is, and what is in that."""

    def __init__(self, data, at):
        self.at = at
        table = text_end(data, text_end(data, at + 8))
        self.page, count = struct.unpack_from("<II", data, table)
        self.cpus = [(table + 8 + 20 * i, *struct.unpack_from("<IQQ", data, table + 8 + 20 * i)) for i in range(count)]


class Times:
    """Where the absolute times of a CPU's pages are, and the last time: those of pages, and of records that have one."""

    def __init__(self, data, page_size):
        self.pages = list(range(0, len(data), page_size))
        self.stamps = []
        self.last = 0
        for page in self.pages:
            time, commit = struct.unpack_from("<QQ", data, page)
            at, end = page + 16, page + 16 + (commit & 0x7FFFFFF)
            while at < end:
                (head,) = struct.unpack_from("<I", data, at)
                kind, delta = head & 31, head >> 5
                if kind == 29 and delta == 0:
                    break
                more = struct.unpack_from("<I", data, at + 4)[0] if kind in (0, 29, 30, 31) else 0
                if kind >= 30:
                    delta |= more << 27
                if kind == 31:
                    self.stamps.append(at)
                    time = (time & ~STAMP_BITS) | delta
                else:
                    time += delta
                at += 8 if kind >= 30 else 4 + (kind * 4 if 1 <= kind <= 28 else (more + 3) & ~3)
            self.last = max(self.last, time)

    def shift(self, data, by):
        for at in self.pages:
            struct.pack_into("<Q", data, at, struct.unpack_from("<Q", data, at)[0] + by)
        for at in self.stamps:
            head, more = struct.unpack_from("<II", data, at)
            time = ((head >> 5 | more << 27) + by) & STAMP_BITS
            struct.pack_into("<II", data, at, (time & 0x7FFFFFF) << 5 | 31, time >> 27)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", type=Path)
    parser.add_argument("times", type=int)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    data = options.input.read_bytes()
    if not data.startswith(MAGIC) or data[len(MAGIC)] != 0 or data[len(MAGIC) + 6 : len(MAGIC) + 11] != b"none\0":
        sys.exit("not a trace.dat of version 7, little endian, not compressed")
    buffers = [Buffer(data, at) for at in buffer_options(data)]
    times = {}  # by place of the CPU in the head
    first, last = None, 0
    for buffer in buffers:
        for place, _, offset, size in buffer.cpus:
            one = times[place] = Times(data[offset : offset + size], buffer.page)
            last = max(last, one.last)
            begin = struct.unpack_from("<Q", data, offset)[0] if size else last
            first = begin if first is None else min(first, begin)
    step = last - first + 1_000_000
    changes = []  # of the head: (where, what)
    with options.output.open("wb") as out:
        out.write(data)
        for buffer in buffers:
            section = out.tell()
            length = sum(size for _, _, _, size in buffer.cpus) * options.times
            out.write(struct.pack("<HHIQ", BUFFER_SECTION, 0, 0, length + buffer.page - SECTION_HEADER))
            out.write(bytes(-out.tell() % buffer.page))
            changes.append((buffer.at, struct.pack("<Q", section)))
            for place, cpu, offset, size in buffer.cpus:
                changes.append((place, struct.pack("<IQQ", cpu, out.tell(), size * options.times)))
                pages = bytearray(data[offset : offset + size])
                for number in range(options.times):
                    if number:
                        times[place].shift(pages, step)
                    out.write(pages)
        for place, what in changes:
            out.seek(place)
            out.write(what)


if __name__ == "__main__":
    main()
