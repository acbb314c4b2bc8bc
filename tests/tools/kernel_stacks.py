#!/usr/bin/env python3
"""The stacks of the kernel that `trace-cmd report` prints: kernel_stacks.py TRACE > TABLE

A line for each distinct one, with how often it is there: COUNT <stack trace > => FUNCTION (ADDRESS) => ...
With -N, trace-cmd goes by the print format of the event, which names eight callers however many a record has: it leaves
out frames, and prints zeros and bytes of other records in the place of those that are not there."""
import collections
import subprocess
import sys


def distinct(report):
    stacks, now = [], None
    for line in report.splitlines():
        if line.startswith("=>") and now is not None:
            now.append(line)
        elif " kernel_stack: " in line:
            now = ["<stack trace >"]
            stacks.append(now)
        else:
            now = None
    return collections.Counter(" ".join(stack) for stack in stacks)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    report = subprocess.run(["trace-cmd", "report", "-t", "-i", sys.argv[1]], capture_output=True, check=True).stdout
    for text, count in sorted(distinct(report.decode("utf-8", "replace")).items()):
        print(count, text)


if __name__ == "__main__":
    main()
