#!/usr/bin/env python3
"""How long it takes to compare two recordings of uftrace, and whether `uftrace report --diff` says the same of every function:

    python3 bench/compare.py A B
"""
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.tools import test_compare_uftrace  # noqa: E402

ROUNDS = 3


def main(a, b):
    # What is measured is the work, not what an earlier run has kept.
    os.environ["TRACEPANE_CACHE"] = "off"
    rounds = []
    for _ in range(ROUNDS):
        begin = time.monotonic()
        with subprocess.Popen([test_compare_uftrace.PROGRAM, "compare", a, b], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
            usage = os.wait4(run.pid, 0)[2]
        rounds.append((time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024))
    best = min(rounds)
    print(f"tracepane compare: {best[0]:.2f} s by the clock, {best[1]:.2f} s of CPU, {best[2]:.0f} MB")
    begin = time.monotonic()
    test_compare_uftrace.CompareUftraceTest().compare_with_uftrace(a, b)
    print(f"uftrace report --diff, and the comparison with it: equal, {time.monotonic() - begin:.1f} s")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
