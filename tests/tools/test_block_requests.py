"""Requests of block devices are slices, as a script of its own pairs them in what `trace-cmd report -N` prints."""
import collections
import csv
import io
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLE = ROOT / "build/samples/tracecmd/v7-stacktrace"
EVENT = re.compile(r" \[(\d+)\] \S{5} +(\d+)\.(\d{9}): (\w+): +(.*)$")
LOSS = re.compile(r"^ *CPU:(\d+) \[")
# DEVICE OPERATION [BYTES] () SECTOR + SECTORS ...
REQUEST = re.compile(r"(\d+,\d+) (\w+) (?:\d+ )?\(.*?\) (\d+) \+ ")
NAMES = {"R": "read request", "W": "write request", "D": "discard request"}


def name_of(operation):
    return NAMES.get(operation.lstrip("F")[:1], "flush request" if operation.startswith("F") else "request")


def paired():
    """(begin, duration, name) of each request whose issue and completion are of CPUs that lost nothing meanwhile."""
    opened, losing, goes_on, out = {}, set(), collections.Counter(), []
    for line in (SAMPLE / "report-noplugins.txt").read_text(errors="replace").splitlines():
        if loss := LOSS.match(line):
            losing.add(int(loss[1]))
        if not (event := EVENT.search(line)):
            continue
        cpu, time = int(event[1]), int(event[2]) * 10**9 + int(event[3])
        if cpu in losing:
            losing.discard(cpu)
            goes_on[cpu] = time
        if event[4] not in ("block_rq_issue", "block_rq_complete"):
            continue
        device, operation, sector = REQUEST.match(event[5]).groups()
        if event[4] == "block_rq_issue":
            opened[device, sector] = (time, cpu)
        elif (device, sector) in opened:
            begin, issued = opened.pop((device, sector))
            if goes_on[cpu] <= begin and goes_on[issued] <= begin:
                out.append((begin, time - begin, name_of(operation)))
    return sorted(out)


def rows(verb, *arguments):
    done = subprocess.run([PROGRAM, verb, SAMPLE / "trace.dat", *arguments], capture_output=True, timeout=300, check=False)
    return list(csv.reader(io.StringIO(done.stdout.decode())))[1:]


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class BlockRequestsTest(unittest.TestCase):
    def test_each_pair_is_a_slice(self):
        expected = paired()
        self.assertGreater(len(expected), 30)
        found = rows("query", "--format", "csv", "--limit", "1000",
                     "SELECT s.ts, s.dur, s.name FROM slice s JOIN track t ON s.track_id = t.id "
                     "WHERE t.name = 'Block requests' ORDER BY 1, 2, 3")
        told = sorted((int(ts), int(dur), name) for ts, dur, name in found)
        self.assertEqual([one for one in told if one[1] >= 0], expected)
        # Each other completion is one of unknown length.
        report = (SAMPLE / "report-noplugins.txt").read_text(errors="replace")
        self.assertEqual(len(told), report.count(": block_rq_complete:"))

    def test_durations_of_completions_are_those(self):
        found = rows("events", "--format", "csv", "--columns", "ts,dur", "--filter", "block_rq_complete && dur >= 0")
        self.assertEqual(sorted((int(ts) - int(dur), int(dur)) for ts, dur in found),
                         [(begin, lasted) for begin, lasted, _ in paired()])


if __name__ == "__main__":
    unittest.main()
