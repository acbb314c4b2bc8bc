"""Reads what `llvm-xray convert -output-format=yaml` prints, sorted by time stamp counter. Functions go by their
numbers, spelled as the command line has those without a name."""
import re
from collections import defaultdict

from tests.oracle.calls import ENTRY, EXIT, CallEvent

LINE = re.compile(r"^  - \{ type: \d+, func-id: (\d+),.* cpu: \d+, thread: (\d+)(?:, process: (\d+))?, kind: ([\w-]+),"
                  r" tsc: (\d+)")
KINDS = {"function-enter": ENTRY, "function-enter-arg": ENTRY, "function-exit": EXIT, "function-tail-exit": EXIT}


def threads(lines):
    """(process, thread) -> CallEvents, times in ticks"""
    found = defaultdict(list)
    for line in lines:
        told = LINE.match(line)
        if told and told[4] in KINDS:
            found[told[3], told[2]].append(CallEvent(int(told[5]), KINDS[told[4]], "function " + told[1], told[1]))
    return found
