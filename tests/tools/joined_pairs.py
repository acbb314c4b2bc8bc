"""Pairs of traces of the same threads, one of a kernel and one of a program, and what the reference tools' texts say of
the two: in which function a thread was while it had no CPU. Where both can't be recorded at once, one of a pair is
recorded, and the other is written for it: tests/data/joint is a trace.dat for a program's, and here are calls for the
threads of a trace.dat."""
import collections
import itertools
import random
import re
import struct

BASE, FUNCTION = 0x555555550000, 0x100
SWITCH = re.compile(r"\s(\d+)\.(\d{9}): sched_switch:\s.*?prev_pid=(\d+) .*?prev_state=\S* ==> .*next_pid=(\d+)")
CALL = re.compile(r"(\d+)\.(\d{9})\s+(\d+): \[(entry|exit )\] (.*)\([0-9a-f]+\) depth: (\d+)$")
Edge = collections.namedtuple("Edge", "time entry name depth")


def switches_of(report):
    """Of `trace-cmd report -t`: by thread, when it got a CPU (True) and left it (False)."""
    turns = collections.defaultdict(list)
    for match in filter(None, map(SWITCH.search, report.splitlines())):
        time = int(match[1] + match[2])
        turns[int(match[3])].append((time, False))
        turns[int(match[4])].append((time, True))
    return turns


def waits_of(turns):
    """From each time at which the thread left its CPU to when it got one again."""
    return [(time, following[0]) for (time, on), following in itertools.pairwise(turns) if not on and following[1]]


def edges_of(dump, names=()):
    """Of `uftrace dump`: the entries and exits of each thread. `names`: of functions of which it tells the address."""
    names = dict(names)
    edges = collections.defaultdict(list)
    for match in filter(None, map(CALL.match, dump.splitlines())):
        edges[int(match[3])].append(Edge(int(match[1] + match[2]), match[4] == "entry", names.get(match[5], match[5]), int(match[6])))
    return edges


def calls_of(waits, edges):
    """Of each wait the innermost function, None, or False where an entry or exit lies within it. A function counts only
    if a later record confirms that it was still open."""
    said, stack, at = {}, [], 0
    for begin, end in waits:
        while at < len(edges) and edges[at].time <= begin:
            edge = edges[at]
            del stack[edge.depth:]
            if edge.entry:
                stack.append(edge.name)
            at += 1
        following = edges[at] if at < len(edges) else None
        if following and following.time < end:
            said[begin] = False
        elif following and stack and following.depth + (0 if following.entry else 1) == len(stack):
            said[begin] = stack[-1]
        else:
            said[begin] = None
    wrong = sum(name is False for name in said.values())
    return said, wrong > sum(isinstance(name, str) for name in said.values())


def call_record(time, leaves, depth, function):
    """Of a thread's file: the function of this number begins, or ends."""
    return struct.pack("<QQ", time, int(leaves) | 5 << 3 | depth << 6 | (BASE + 0x1000 + FUNCTION * function) << 16)


def write_folder(folder, tids, names):
    """Writes all of a data directory but the threads' files. `names`: of the program's functions."""
    folder.mkdir(parents=True)
    head = b"Ftrace!\0" + struct.pack("<IHBBQQHHI", 4, 40, 1, 2, 1 << 1 | 1 << 5, 1 | 1 << 3 | 1 << 7, 1024, 0, 0)
    info = ["exename:/tmp/prog", "cmdline:uftrace record prog", "taskinfo:lines=2", f"taskinfo:nr_tid={len(tids)}",
            "taskinfo:tids=" + ",".join(map(str, tids))]
    (folder / "info").write_bytes(head + "\n".join(info).encode() + b"\n")
    tasks = "".join(f"TASK timestamp=1.000000001 tid={tid} pid={tids[0]}\n" for tid in tids)
    (folder / "task.txt").write_text(
        f'SESS timestamp=1.000000000 pid={tids[0]} sid=0123456789abcdef exename="/tmp/prog"\n{tasks}')
    (folder / "sid-0123456789abcdef.map").write_text(f"{BASE:x}-{BASE + 0x10000:x} r-xp 00000000 00:00 0 /tmp/prog\n")
    (folder / "prog.sym").write_text("# path name: /tmp/prog\n" + "".join(
        f"{0x1000 + FUNCTION * i:016x} T {name}\n" for i, name in enumerate([*names, "__sym_end"])))


def program_for(turns, folder, tids, wrong=None, seed=1):
    """Writes calls for threads, all made while these ran; `wrong`: of a thread, the part of its waits amid which
    calls are made, too. Returns the names of functions by what `uftrace dump` has in their place."""
    wrong, chance = wrong or {}, random.Random(seed)
    names = [f"work{i}" for i in range(12)]
    write_folder(folder, tids, names)
    for tid in tids:
        spans = [(begin, end) for (begin, on), (end, _) in itertools.pairwise(turns[tid])
                 if on or chance.random() < wrong.get(tid, 0)]
        records, stack = b"", []
        for begin, end in spans:
            for time in sorted(chance.sample(range(begin + 1, end), min(chance.randrange(4), end - begin - 1))):
                leaves = bool(stack) and (len(stack) > 5 or chance.random() < 0.5)
                if not leaves:
                    stack.append(chance.randrange(len(names)))
                records += call_record(time, leaves, len(stack) - 1, stack[-1])
                if leaves:
                    stack.pop()
        (folder / f"{tid}.dat").write_bytes(records)
    return {f"<{BASE + 0x1000 + FUNCTION * i:x}>": name for i, name in enumerate(names)}
