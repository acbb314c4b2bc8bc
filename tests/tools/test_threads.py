"""The command line prints the same by any number of threads."""
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
TRACES = [["assets/samples/family/data"], ["tests/data/tracecmd/threads.dat"], ["tests/data/xray/fdr-v5.xray"],
          ["tests/data/lttng/2.6-le/data"], ["assets/samples/kitchen/data", "tests/data/tracecmd/threads.dat"]]
VERBS = [["info"], ["info", "--json"], ["check"], ["functions"], ["stacks"], ["sched"], ["events"],
         ["export", "--to", "chrome", "-o", "-"], ["export", "--to", "csv", "-o", "-"]]


def printed(verb, traces, threads):
    command = [PROGRAM, verb[0], *(ROOT / trace for trace in traces), *verb[1:], "--threads", str(threads)]
    done = subprocess.run(command, capture_output=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class ThreadsTest(unittest.TestCase):
    def test_the_same_by_one_and_eight(self):
        for traces in TRACES:
            for verb in VERBS:
                with self.subTest(traces=traces, verb=verb):
                    one = printed(verb, traces, 1)
                    self.assertIn(one[0], (0, 1), one[2])
                    self.assertEqual(one, printed(verb, traces, 8))

    def test_other_numbers_are_refused(self):
        for threads in ("0", "65", "-1", "many"):
            code, _, complaint = printed(["check"], TRACES[0], threads)
            self.assertNotEqual(code, 0)
            self.assertIn(b"--threads", complaint)


if __name__ == "__main__":
    unittest.main()
