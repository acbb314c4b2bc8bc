"""A uftrace directory whose names hold what a terminal, a spreadsheet, a flame graph tool or a page could take for something
else than a name: python3 tests/tools/hostile_trace.py FOLDER"""
import pathlib
import struct
import sys

PID = 700
BASE = 0x400000
ESCAPE = b"\x1b]0;owned\x07\x1b[31m"

# Of functions; each is called once by main. A .sym file has a line for each, so that no name has a line break.
FUNCTIONS = [
    b"main", b"esc" + ESCAPE, b"nul\0behind", b"cr\rover", "bidi\u202egnp.exe\u2066x\u2028y".encode(), b"=cmd|'/C calc'!A0",
    b"+1+cmd|'/C calc'!A0", b"-2+3", b"@SUM(A1:A9)", b"<[T; 3] as Iterator>::next", b"quote\"d, and comma", b"x" * 5000,
    b"c1\xc2\x9b31m", b"invalid\xff\xc3(", b"back\\slash\\x1b and \\u202e", b"worker 7", b"blank ", b"-12", b"\x7fdelete",
    "gr\u00f6\u00dfe \u4e2d \U0001f600".encode(), b"<script>alert(1)</script>",
]
COMM = b"=a\n\x1b[2J\xe2\x80\xae;\"x"  # at most 15 bytes


def record(time, kind, depth, address):
    return struct.pack("<QQ", time, kind | 5 << 3 | depth << 6 | address << 16)


def make(folder, functions=FUNCTIONS, task=COMM):
    """Fills the folder, which is made: main calls each of the other functions once, in a task of that name."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    text = ["exename:/tmp/" + ESCAPE.decode() + "prog", "cmdline:uftrace record " + ESCAPE.decode() + " =1+1", "taskinfo:lines=2",
            "taskinfo:nr_tid=1", f"taskinfo:tids={PID}"]
    # Sessions, sizes of symbols, events of perf; and of the lines those above.
    head = b"Ftrace!\0" + struct.pack("<IHBBQQHHI", 4, 40, 1, 2, 1 << 1 | 1 << 5 | 1 << 8 | 1 << 12, 1 | 1 << 3 | 1 << 7, 1024, 0, 0)
    (folder / "info").write_bytes(head + "\n".join(text).encode() + b"\n")
    (folder / "task.txt").write_bytes(b'SESS timestamp=1.000000000 pid=%d sid=0123456789abcdef exename="/tmp/prog"\n'
                                      b"TASK timestamp=1.000000001 tid=%d pid=%d\n" % (PID, PID, PID))
    (folder / "sid-0123456789abcdef.map").write_bytes(b"%x-%x r-xp 00000000 00:00 0 /tmp/prog\n" % (BASE, BASE + 0x10000))
    symbols = b"".join(b"%016x %08x T %s\n" % (0x1000 + 0x100 * i, 0x100, name) for i, name in enumerate(functions))
    (folder / "prog.sym").write_bytes(b"# symbols: %d\n# path name: /tmp/prog\n" % len(functions) + symbols)
    time = 2_000_000_000
    records = record(time, 0, 0, BASE + 0x1000)
    for i in range(1, len(functions)):
        address = BASE + 0x1000 + 0x100 * i
        records += record(time + 100 * i, 0, 1, address) + record(time + 100 * i + 50, 1, 1, address)
    records += record(time + 100 * len(functions), 1, 0, BASE + 0x1000)
    # Half a record more: a warning.
    (folder / f"{PID}.dat").write_bytes(records + b"\0" * 8)
    comm = task.ljust(16, b"\0")
    named = struct.pack("<II", PID, PID) + comm + struct.pack("<IIQ", PID, PID, time - 1)
    (folder / "perf-cpu0.dat").write_bytes(struct.pack("<IHH", 3, 0x2000, 8 + len(named)) + named)


if __name__ == "__main__":
    make(sys.argv[1])
