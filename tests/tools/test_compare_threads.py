"""The times of threads that are compared are those of `tracepane sched`."""
import collections
import itertools
import unittest

from tests.tools.compare_runs import KERNELS, PROGRAM, SAMPLES, compared, told

STATES = ("running", "runnable", "sleeping", "uninterruptible", "other", "unknown")


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
class CompareThreadsTest(unittest.TestCase):
    def test_threads_are_those_of_sched(self):
        for a, b in itertools.permutations(KERNELS, 2):
            with self.subTest(a=a, b=b):
                found = compared(a, b, "--by", "thread")
                self.assertTrue(found["known"])
                sums = [collections.defaultdict(collections.Counter) for _ in range(2)]
                for side, trace in zip(sums, (a, b), strict=True):
                    for row in told("sched", trace)["threads"]:
                        side[row["name"]].update({key: row[key] for key in (*STATES, "switches", "assumed")} | {"threads": 1})
                differ = {name for name in {*sums[0], *sums[1]} if sums[0][name] != sums[1][name]}
                self.assertEqual({row["name"] for row in found["changes"]}, differ)
                for row in found["changes"]:
                    before, after = (side[row["name"]] for side in sums)
                    self.assertEqual(row["change"], {state: after[state] - before[state] for state in STATES})
                    self.assertEqual(row["a"], {key: before[key] for key in row["a"]})
                for state in STATES:
                    self.assertEqual(sum(row["change"][state] for row in found["changes"]), found["b"][state] - found["a"][state])

    def test_threads_of_one_number(self):
        tid = told("sched", KERNELS[1])["threads"][0]["tid"]
        found = compared(KERNELS[1], KERNELS[1], "--a-tid", tid)
        self.assertEqual((found["a"]["threads"], len(found["changes"]) > 1), (1, True))


if __name__ == "__main__":
    unittest.main()
