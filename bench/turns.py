#!/usr/bin/env python3
"""Runs two builds of Tracepane by turns over the same traces, on one core, and prints what each needs.

    python3 bench/turns.py BEFORE AFTER TRACE... [--rounds N]

BEFORE and AFTER are programs, say build/native/tracepane of two checkouts. The figures are the least of N rounds, which
is 7 if nothing is said: the processor's time in seconds, and the largest resident size in MB. Turns make both meet what
else the machine does.
"""
import argparse
import os
import shutil

VERBS = [["check"], ["functions"], ["stacks"], ["events"], ["events", "--filter", "tid > 1"], ["sched"], ["info"]]


def run(command):
    """The processor's time in seconds and the resident size in MB of one command, or None if it refuses the trace."""
    pid = os.posix_spawn(shutil.which(command[0]), command, os.environ, file_actions=[
        (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        return None
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def least(programs, rest, rounds):
    """For each program the least time and the least resident size, or None if one of them refuses."""
    best = [(float("inf"), float("inf"))] * len(programs)
    for _ in range(rounds):
        for at, program in enumerate(programs):
            needed = run(["taskset", "-c", "0", program, *rest])
            if needed is None:
                return None
            best[at] = (min(best[at][0], needed[0]), min(best[at][1], needed[1]))
    return best


def main():
    # What is measured is the work, not what an earlier run has kept.
    os.environ["TRACEPANE_CACHE"] = "off"
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("traces", nargs="+")
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    print("| trace | what | before s | after s | ratio | before MB | after MB |\n|---|---|---|---|---|---|---|")
    for trace in asked.traces:
        for verb in VERBS:
            found = least([asked.before, asked.after], [verb[0], trace, "--threads", "1", *verb[1:]], asked.rounds)
            if found is None:
                continue
            (before_s, before_mb), (after_s, after_mb) = found
            print(f"| {os.path.basename(trace.rstrip('/'))} | `{' '.join(verb)}` | {before_s:.2f} | {after_s:.2f} | "
                  f"{after_s / before_s:.2f} | {before_mb:.0f} | {after_mb:.0f} |", flush=True)


if __name__ == "__main__":
    main()
