"""All weights by states of threads, of a large pair of traces whose truth is known: every stack of every thread, and every
function, in a range, by as many workers as may be.

    python3 -m tests.tools.test_joined_machine SWITCHES CALLS     a larger pair than that of the tests
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from tests.oracle.kernel_stacks import WEIGHTS
from tests.tools.joined_machine import Machine
from tests.tools.test_joined_states import folded
from tests.tools.test_why import PROGRAM

SWITCHES, CALLS = 20_000, 100_000


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class JoinedMachineTest(unittest.TestCase):
    maxDiff = 2000
    switches, calls = SWITCHES, CALLS

    def test_all_weights_are_those_of_the_machine(self):
        machine = Machine()
        machine.run(self.switches, self.calls)
        with tempfile.TemporaryDirectory() as folder:
            files = machine.write(pathlib.Path(folder))
            for weight, states in WEIGHTS.items():
                expected = machine.stacks(states)
                self.assertGreater(sum(len(stacks) for stacks in expected.values()), 100)
                for threads in (1, 3):
                    options = ["--by", weight, "--from", machine.begin, "--to", machine.end, "--threads", threads]
                    found = folded(*options, *files)
                    self.assertEqual({tid for tid, stacks in found.items() if +stacks}, set(expected), weight)
                    for tid, stacks in expected.items():
                        self.assertEqual(+found[tid], stacks, (weight, threads, tid))
                    told = subprocess.run([PROGRAM, "functions", "--format", "json", *map(str, options), *files],
                                          capture_output=True, text=True, check=True)
                    rows = {row["name"]: (row["total"], row["self"]) for row in json.loads(told.stdout)}
                    self.assertEqual({name: figures for name, figures in rows.items() if any(figures)},
                                     machine.functions(states), (weight, threads))


if __name__ == "__main__":
    if len(sys.argv) == 3:
        JoinedMachineTest.switches, JoinedMachineTest.calls = int(sys.argv[1]), int(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
