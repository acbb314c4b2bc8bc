"""The calls of known duration that `uftrace dump` tells of, for tests that need to know each of them."""
import subprocess
from typing import NamedTuple

from tests.oracle import uftrace_text
from tests.oracle.calls import ENTRY, EXIT, OFF, ON


class Call(NamedTuple):
    name: str
    begin: int
    end: int
    self: int
    within: tuple  # numbers and names of what had called it, the outermost first
    number: int  # which no other call has

    @property
    def duration(self):
        return self.end - self.begin


def calls(directory):
    """Of recordings without losses, in the order of their ends by thread."""
    done = subprocess.run(["uftrace", "dump", "--no-pager", "-d", directory], capture_output=True, text=True, timeout=120, check=True)
    found, number = [], 0
    for events in uftrace_text.threads(done.stdout.splitlines()).values():
        stack = []
        for event in events:
            # Off the CPU before its first call and after its last one, a task is within no call.
            if event.kind == ENTRY or (event.kind == OFF and stack):
                number += 1
                stack.append([event.name, event.time, 0, number])
            elif event.kind in (EXIT, ON) and stack:
                name, begin, callees, own = stack.pop()
                if stack:
                    stack[-1][2] += event.time - begin
                found.append(Call(event.name or name, begin, event.time, event.time - begin - callees,
                                  tuple((one[3], one[0]) for one in stack), own))
    return found
