"""Makes traces of a service on many machines, in two versions, as folders of uftrace: python3 tests/tools/make_fleet.py FOLDER
[MACHINES [RUNS]]. They are FOLDER/VERSION/MACHINE/run-N, by default 200: 2 versions on 10 machines, 10 runs on each.

What docs/fleet.md asks has an answer: `lookup` is slower in 1.5, `flush` is slower on node-07, and one call of it takes 80 ms."""
import pathlib
import random
import struct
import sys

BASE = 0x400000
FUNCTIONS = ("main", "handle", "parse", "lookup", "render", "flush")
# How long a call takes, in nanoseconds, without what it calls. The others call none.
TIMES = {"parse": 2_000, "lookup": 10_000, "render": 6_000, "flush": 30_000}
VERSIONS = ("1.4", "1.5")
SLOWER = ("1.5", "lookup", 1.3)
SLOW_DISK = ("node-07", "flush", 3.0)
LONGEST = ("1.5", "node-03", 1, 80_000_000)
REQUESTS = 40


def record(time, is_exit, depth, function):
    address = BASE + 0x1000 + 0x100 * FUNCTIONS.index(function)
    return struct.pack("<QQ", time, is_exit | 5 << 3 | depth << 6 | address << 16)


class Thread:
    def __init__(self, time):
        self.time, self.depth, self.records = time, 0, b""

    def begin(self, function):
        self.records += record(self.time, 0, self.depth, function)
        self.depth += 1

    def end(self, function):
        self.depth -= 1
        self.records += record(self.time, 1, self.depth, function)

    def call(self, function, duration):
        self.begin(function)
        self.time += duration
        self.end(function)
        self.time += 100


def requests(version, machine, run, start):
    """What a thread of the service does."""
    chance = random.Random(f"{version} {machine} {run} {start}")
    thread = Thread(start)
    thread.begin("main")
    for number in range(REQUESTS):
        thread.begin("handle")
        for function, usual in TIMES.items():
            duration = int(usual * (1 + chance.random() ** 4))
            duration = int(duration * SLOWER[2]) if (version, function) == SLOWER[:2] else duration
            duration = int(duration * SLOW_DISK[2]) if (machine, function) == SLOW_DISK[:2] else duration
            if (version, machine, run) == LONGEST[:3] and function == "flush" and number == REQUESTS // 2:
                duration = LONGEST[3]
            thread.call(function, duration)
        thread.end("handle")
        thread.time += 5_000
    thread.end("main")
    return thread.records


def make(folder, version, machine, run):
    """Makes the folder of one trace, of a process with one thread."""
    folder.mkdir(parents=True)
    pid = 1000 + run
    start = (run + 1) * 10**9 + 10**6 * int(machine.rpartition("-")[2])
    lines = ["exename:/opt/service", "cmdline:uftrace record /opt/service", "taskinfo:lines=2", "taskinfo:nr_tid=1", f"taskinfo:tids={pid}"]
    # Sessions and sizes of symbols; of the lines those above.
    head = b"Ftrace!\0" + struct.pack("<IHBBQQHHI", 4, 40, 1, 2, 1 << 1 | 1 << 5 | 1 << 12, 1 | 1 << 3 | 1 << 7, 1024, 0, 0)
    (folder / "info").write_bytes(head + "\n".join(lines).encode() + b"\n")
    (folder / "task.txt").write_text(
        f'SESS timestamp={start // 10**9}.000000000 pid={pid} sid=0123456789abcdef exename="/opt/service"\n'
        f"TASK timestamp={start // 10**9}.000000001 tid={pid} pid={pid}\n")
    (folder / "sid-0123456789abcdef.map").write_text(f"{BASE:x}-{BASE + 0x10000:x} r-xp 00000000 00:00 0 /opt/service\n")
    symbols = "".join(f"{0x1000 + 0x100 * i:016x} {0x100:08x} T {name}\n" for i, name in enumerate(FUNCTIONS))
    (folder / "service.sym").write_text(f"# symbols: {len(FUNCTIONS)}\n# path name: /opt/service\n{symbols}")
    (folder / f"{pid}.dat").write_bytes(requests(version, machine, run, start))


def make_all(folder, machines=10, runs=10):
    """Returns the folders of the traces."""
    made = []
    for version in VERSIONS:
        for number in range(1, machines + 1):
            for run in range(runs):
                trace = pathlib.Path(folder) / version / f"node-{number:02}" / f"run-{run}"
                make(trace, version, f"node-{number:02}", run)
                made.append(trace)
    return made


if __name__ == "__main__":
    make_all(sys.argv[1], *map(int, sys.argv[2:]))
