#!/usr/bin/env python3
"""Writes a large perf.data: the samples and switches of a recording, repeated with their times shifted.

    python3 bench/perf_large.py IN OUT TIMES

IN is a file of perf record, not compressed, of this machine's byte order. What perf records before the first sample, or
without a time, is written once; the tables behind the records are moved.
"""
import array
import pathlib
import struct
import sys

IP, TID, TIME, ADDR, ID, STREAM, CPU, IDENTIFIER = 1, 2, 4, 8, 64, 512, 128, 65536
SAMPLE, FINISHED_ROUND, FIRST_OF_TOOL = 9, 68, 64
# Records that are repeated: of samples, switches, losses and throttles.
REPEATED = {SAMPLE, 2, 5, 6, 14, 15}


def events(data):
    """Returns the sample types by id, and that of the first event."""
    attr_size, at, size = struct.unpack_from("<QQQ", data, 16)
    types, first = {}, None
    for attr in range(at, at + size, attr_size):
        kind = struct.unpack_from("<Q", data, attr + 24)[0]
        first = kind if first is None else first
        ids, bytes_of_ids = struct.unpack_from("<QQ", data, attr + attr_size - 16)
        for one in struct.unpack_from(f"<{bytes_of_ids // 8}Q", data, ids):
            types[one] = kind
    return types, first


def time_place(data, at, kind, size, types, first):
    """Returns where the record has its time, or None if it has none."""
    if kind == SAMPLE:
        before = 0 if first & IDENTIFIER else bin(first & (IP | TID | TIME | ADDR)).count("1")
        one = types.get(struct.unpack_from("<Q", data, at + 8 + 8 * before)[0], first) if first & (IDENTIFIER | ID) else first
        return at + 8 + 8 * bin(one & (IDENTIFIER | IP | TID)).count("1") if one & TIME else None
    behind = bin(first & (TIME | ID | STREAM | CPU | IDENTIFIER)).count("1")
    return at + size - 8 * behind if first & TIME else None


def main():
    data = pathlib.Path(sys.argv[1]).read_bytes()
    times = int(sys.argv[3])
    if data[:8] != b"PERFILE2":
        raise SystemExit("no perf.data of this byte order")
    begin, length = struct.unpack_from("<QQ", data, 40)
    types, first = events(data)
    head, body, places, latest, earliest = bytearray(), bytearray(), [], 0, None
    at = begin
    while at < begin + length:
        kind, _, size = struct.unpack_from("<IHH", data, at)
        place = time_place(data, at, kind, size, types, first) if kind < FIRST_OF_TOOL else None
        time = struct.unpack_from("<Q", data, place)[0] if place else 0
        repeated = (kind in REPEATED and time) or (kind == FINISHED_ROUND and body)
        if repeated:
            if kind != FINISHED_ROUND:
                places.append((len(body) + place - at) // 8)
                latest, earliest = max(latest, time), min(earliest or time, time)
            body += data[at:at + size]
        else:
            head += data[at:at + size]
        at += size
    rest = data[begin + length:]
    with open(sys.argv[2], "wb") as out:
        written = len(head) + len(body) * times
        out.write(data[:48] + struct.pack("<Q", written) + data[56:begin] + head)
        words = array.array("Q", bytes(body))
        for _ in range(times):
            out.write(words.tobytes())
            for place in places:
                words[place] += latest - earliest + 1000
        # The table has the place and the size of each section, all behind the records.
        flags = sum(bin(byte).count("1") for byte in data[72:104])
        table = bytearray(rest)
        for i in range(flags):
            place = struct.unpack_from("<Q", table, 16 * i)[0]
            struct.pack_into("<Q", table, 16 * i, place + written - length)
        out.write(table)


if __name__ == "__main__":
    main()
