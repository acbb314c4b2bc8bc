"""What is compared of two kernel traces of which only one recorded system calls: what ran on the CPUs of both."""
import unittest

from tests.tools.compare_runs import KERNELS, compare, compared

SWITCHES, CALLS = KERNELS[1], KERNELS[2]


class ComparedClassTest(unittest.TestCase):
    def check(self, a, b, left):
        functions, threads = compared(a, b, "--by", "function"), compared(a, b, "--by", "thread")
        names = {one["name"] for one in functions["changes"]}
        self.assertIn("cc1", names)
        self.assertFalse(names & {"futex", "pselect6", "read", "wait4"}, names)
        for side in "ab":
            self.assertEqual(side == left, "left" in functions[side], functions[side])
            # Threads that ran without a known end have no self time.
            self.assertLessEqual(functions[side]["self"], threads[side]["running"])
            self.assertGreater(functions[side]["self"], threads[side]["running"] // 2)
        self.assertIn("system calls", functions[left]["left"])

    def test_only_one_has_system_calls(self):
        self.check(SWITCHES, CALLS, "b")
        self.check(CALLS, SWITCHES, "a")

    def test_stacks_and_recordings(self):
        for more in (["--by", "stack"], ["--by", "function", "--format", "html"], ["--by", "function", "--also-a", SWITCHES]):
            done = compare(SWITCHES, CALLS, *more)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("are not compared: the other side has none", done.stdout)
            self.assertNotIn("pselect6", done.stdout)

    def test_both_have_them(self):
        for one in compared(CALLS, CALLS, "--by", "function")["a"], compared(SWITCHES, SWITCHES, "--by", "function")["b"]:
            self.assertNotIn("left", one)


if __name__ == "__main__":
    unittest.main()
