"""A program that uftrace recorded, and perf beside it by the same clock: a switch that both recorded is at one place."""
import bisect
import json
import subprocess
import unittest

from tests.tools.test_why import PROGRAM, ROOT

DATA = ROOT / "tests/data/joint/perf"
TID = 8875
# Both are told one after the other in one switch.
NEAR = 20_000


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class JoinedPerfTest(unittest.TestCase):
    def test_switches_of_both_are_at_one_time(self):
        told = subprocess.run([PROGRAM, "events", DATA / "up", DATA / "perf.data", "--format", "jsonl"], check=True,
                              capture_output=True, text=True).stdout
        rows = [json.loads(line) for line in told.splitlines()]
        out = [row["ts"] for row in rows if row["name"].startswith("linux:sched-out") and row["tid"] == TID]
        switches = sorted(row["ts"] for row in rows if row["name"] == "sched_switch" and row["fields"]["prev_pid"] == TID)
        self.assertGreater(len(out), 5)
        for time in out:
            at = bisect.bisect_right(switches, time)
            self.assertTrue(any(abs(time - one) < NEAR for one in switches[max(0, at - 1):at + 1]), time)
        self.assertEqual({row["trace"] for row in rows}, {"up", "perf.data"})


if __name__ == "__main__":
    unittest.main()
