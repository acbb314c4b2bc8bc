#!/usr/bin/env python3
"""Writes small XRay logs after the documented layout, and beside each what `llvm-xray convert` says of it: two threads
that call one another's functions, with arguments, a custom event, a change of the CPU and a wrap of the TSC. (LLVM's runtime
records only where it can tell the frequency of the TSC, which virtual machines hide.)

    python3 tests/data/xray/make.py     (needs llvm-xray-14, of Debian's llvm-14)
"""
import pathlib
import re
import struct
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
FREQUENCY = 2_000_000_000
ENTER, EXIT, TAIL, ENTER_ARGS = range(4)


def header(version, kind, free=b""):
    return struct.pack("<HHIQ", version, kind, 3, FREQUENCY) + free.ljust(16, b"\0")


def meta(kind, payload=b""):
    return bytes([kind << 1 | 1]) + payload.ljust(15, b"\0")


def function(action, number, delta):
    return struct.pack("<II", number << 4 | action << 1, delta)


def calls(seed, count):
    """(action, function, ticks since the last) of a thread: a walk up and down a stack, left open at its end."""
    stack, out, state = [], [], seed
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2**31
        if not stack or (len(stack) < 6 and state >> 16 & 1):
            number = 1 + (state >> 18) % 9
            stack.append(number)
            out.append((ENTER_ARGS if number == 9 else ENTER, number, 40 + state % 900))
        else:
            out.append((TAIL if state >> 20 & 15 == 0 else EXIT, stack.pop(), 40 + state % 900))
    return out


def fdr_buffer(version, tid, tsc, events):
    body = meta(0, struct.pack("<i", tid)) + meta(4, struct.pack("<QI", 1000, 5))
    if version >= 3:
        body += meta(9, struct.pack("<i", 77))
    body += meta(2, struct.pack("<HQ", tid % 2, tsc))
    for i, (action, number, delta) in enumerate(events):
        body += function(action, number, delta)
        if action == ENTER_ARGS:
            body += meta(6, struct.pack("<Q", 4242 + i))
        if i == len(events) // 3:
            body += meta(3, struct.pack("<Q", tsc + 10_000_000))
        if i == len(events) // 2:
            body += meta(2, struct.pack("<HQ", 3, tsc + 20_000_000))
            text = b"half way"
            if version >= 5:
                body += meta(5, struct.pack("<ii", len(text), 9)) + text
            elif version == 4:
                body += meta(5, struct.pack("<iQH", len(text), tsc + 20_000_001, 3)) + text
            else:
                body += meta(5, struct.pack("<iQ", len(text), tsc + 20_000_001)) + text
    if version == 1:
        return (body + meta(1)).ljust(8192, b"\0")
    return meta(7, struct.pack("<Q", len(body))) + body


def fdr(version):
    log = header(version, 1, struct.pack("<Q", 8192))
    # Out of order, as slots of a queue are.
    log += fdr_buffer(version, 12, 900_000_000, calls(3, 150))
    log += fdr_buffer(version, 11, 500_000_000, calls(1, 120))
    log += fdr_buffer(version, 12, 400_000_000, calls(2, 90))
    return log


def basic():
    log, tsc = header(3, 0), {11: 100_000, 12: 100_500}
    for tid, seed in ((11, 5), (12, 6), (11, 7)):
        for action, number, delta in calls(seed, 60):
            tsc[tid] += delta
            log += struct.pack("<HBBiQIIQ", 0, tid % 2, action, number, tsc[tid], tid, 77, 0)
            if action == ENTER_ARGS:
                log += struct.pack("<HHiIIQQ", 1, 0, number, tid, 77, 99, 0)
    return log


def expected(path):
    text = subprocess.run(["llvm-xray-14", "convert", "-f", "yaml", str(path)], capture_output=True, check=True).stdout
    pattern = re.compile(r"func-id: (\d+),.*? cpu: (\d+), thread: (\d+),.*? kind: ([\w-]+), tsc: (\d+)")
    lines = [f"{m[5]} {m[3]} {m[4]} {m[1]} {m[2]}" for m in pattern.finditer(text.decode("utf-8", "replace"))]
    path.with_suffix(".expected.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    for version in range(1, 6):
        (HERE / f"fdr-v{version}.xray").write_bytes(fdr(version))
    (HERE / "basic-v3.xray").write_bytes(basic())
    for log in sorted(HERE.glob("*.xray")):
        expected(log)
