"""What recordings of perf tell of scheduling, beside what `perf script` printed of the same files."""
import json
import subprocess
import unittest

from tests.oracle import perf_text
from tests.tools.test_why import PROGRAM, ROOT

SAMPLES = ROOT / "build/samples/perf"


def run(*arguments):
    return json.loads(subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True).stdout)


def told(name):
    return (SAMPLES / name / "ref/script-events.txt").read_text(errors="replace").splitlines()


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
class PerfSchedulingTest(unittest.TestCase):
    maxDiff = 2000

    def test_threads_run_until_they_end(self):
        """PERF_RECORD_EXIT is the last that a recording of some programs has of a thread."""
        trace = SAMPLES / "switch-thread/perf.data"
        ours = {one["tid"]: one["running"] for one in run("sched", trace, "--format", "json")["threads"]}
        expected = perf_text.ran(told("switch-thread"))
        self.assertGreater(len(expected), 4)
        self.assertEqual({tid: ours.get(tid) for tid in expected}, expected)

    def test_no_two_threads_more_than_cpus(self):
        trace = SAMPLES / "kernel-user-stacks/perf.data"
        sched = run("sched", trace, "--format", "json")
        begin, end = map(int, run("info", trace, "--json")["range"])
        self.assertLessEqual(sum(one["running"] for one in sched["threads"]), 2 * (end - begin))

    def test_threads_that_are_not_recorded_do_not_wait(self):
        """They are woken by some that are; what they do then is not known."""
        sched = run("sched", SAMPLES / "kernel-user-stacks/perf.data", "--format", "json")
        others = {one["tid"]: one["runnable"] for one in sched["threads"] if not 9001 <= one["tid"] <= 9007}
        self.assertGreater(len(others), 3)
        self.assertEqual(set(others.values()), {0}, others)

    def test_latencies_are_those_of_perf_sched_latency(self):
        """The longest, in microseconds, of two threads that sleep and are woken by one another."""
        sched = run("sched", SAMPLES / "kernel-user-stacks/perf.data", "--format", "json")
        longest = {one["tid"]: one["latencyMax"] for one in sched["threads"]}
        self.assertEqual([longest[9003] // 1000, longest[9004] // 1000], [1086, 1056])

    def test_a_switch_tells_who_gets_the_cpu(self):
        """The sleeper is woken, and gets the CPU from a thread that is recorded as well."""
        trace = SAMPLES / "kernel-user-stacks/perf.data"
        rows = run("query", trace, "SELECT s.ts FROM thread_state AS s JOIN thread AS t ON t.utid = s.utid "
                   "WHERE t.tid = 9005 AND s.state = 'Running'", "--format", "json")
        self.assertIn(5282537372031, {int(row["ts"]) for row in rows})

    def test_names_are_those_of_the_last_command(self):
        for name in ("system-wide", "switch-cpu", "forkexec", "per-thread"):
            names = {}
            for one in perf_text.tasks(told(name)):
                if one.type == "COMM" and one.time >= names.get(one.tid, (0, ""))[0]:
                    names[one.tid] = (one.time, one.rest)
            rows = run("query", SAMPLES / name / "perf.data", "SELECT tid, name FROM thread", "--format", "json")
            ours = {row["tid"]: row["name"] for row in rows if row["tid"] in names and row["tid"] > 0}
            self.assertEqual(ours, {tid: names[tid][1] for tid in ours}, name)

    def test_what_was_not_recorded_is_no_share(self):
        """The CPUs of this recording begin to tell their switches 37.7 ms after its first record."""
        sched = run("sched", SAMPLES / "sched-record/perf.data", "--format", "json")
        self.assertEqual([one["busy"] for one in sched["cpus"]], [64709183, 59973329])
        for one in sched["cpus"]:
            self.assertGreater(one["busy"], 0.85 * one["recorded"], one)
            self.assertLessEqual(one["busy"], one["recorded"], one)


if __name__ == "__main__":
    unittest.main()
