#!/usr/bin/env python3
"""Writes kitchen.dat: what trace-cmd would have recorded of the kernel while uftrace recorded assets/samples/kitchen, by
the same clock. The switches are those that uftrace recorded of the kernel, of each thread on a CPU of its own; around
each wait that is no preemption there is a system call (futex), which uftrace did not record. Beside it, kitchen.txt is
what `trace-cmd report` says of it.

    python3 tests/data/joint/make.py     (needs trace-cmd)
"""
import collections
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tracecmd"))
import make  # noqa: E402

EVENT = re.compile(r"(\d+)\.(\d{9})\s+(\d+): \[event\] linux:sched-(in|out)( \(pre-empted\))?")
FUTEX = 202


def switches(dump):
    cpus, sleeping = collections.defaultdict(list), set()
    found = filter(None, map(EVENT.match, dump.splitlines()))
    for match in sorted(found, key=lambda one: one.groups("")):
        time, tid, arrives, preempted = int(match[1] + match[2]), int(match[3]), match[4] == "in", bool(match[5])
        sides = [(f"cook {tid - 4411}" if tid > 4411 else "kitchen", tid), ("swapper", 0)]
        (before, was), (after, then) = reversed(sides) if arrives else sides
        events = cpus[tid]
        if not arrives and not preempted:
            sleeping.add(tid)
            events.append((time - 1, make.event("sys_enter", tid, "q", FUTEX)))
        events.append((time, make.event("sched_switch", was, "16siiq16sii", make.comm(before), was, 120,
                                        0 if arrives or preempted else 1, make.comm(after), then, 120)))
        if arrives and tid in sleeping:
            sleeping.remove(tid)
            events.append((time + 1, make.event("sys_exit", tid, "qq", FUTEX, 0)))
    # All CPUs were recorded all the time.
    times = [time for events in cpus.values() for time, _ in events]
    for cpu, (_, events) in enumerate(sorted(cpus.items())):
        events += [(min(times) - 1000, make.event("cpu_idle", 0, "II", 1, cpu)),
                   (max(times) + 1000, make.event("cpu_idle", 0, "II", 1, cpu))]
    return [make.pages(sorted(events)) for _, events in sorted(cpus.items())]


def main():
    path = HERE / "kitchen.dat"
    make.write_v7(path, switches((HERE.parent / "uftrace/kitchen.dump.txt").read_text()), "none",
                  make.THREAD_METADATA, make.THREAD_OPTIONS, b"mono")
    report = subprocess.run(["trace-cmd", "report", "-N", "-t", "-i", path], capture_output=True, check=True, text=True)
    (HERE / "kitchen.txt").write_text(report.stdout)


if __name__ == "__main__":
    main()
