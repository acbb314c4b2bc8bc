"""Files for other tools of a profile: they have the stacks of its samples."""
import collections
import json
import unittest

from tests.tools.in_folder import InFolder
from tests.tools.test_query import PROGRAM, ROOT, tracepane

PROFILE = ROOT / "build/samples/perf/hot-fp/perf.data"
EVENT = "samples of cpu-clock"


@unittest.skipUnless(PROGRAM.exists() and PROFILE.exists(), "the native build or the samples are not here")
class ProfileExports(InFolder):
    def told(self, *args):
        done = tracepane(*args)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def setUp(self):
        super().setUp()
        self.stacks = collections.Counter()
        for line in self.told("stacks", PROFILE, "--counter", EVENT).splitlines():
            stack, count = line.rsplit(" ", 1)
            self.stacks[stack] += int(count)
        self.assertEqual(sum(self.stacks.values()), 427)

    def export(self, to):
        file = self.folder / to
        self.told("export", PROFILE, "--to", to, "-o", file)
        return file.read_text(encoding="utf-8")

    def test_folded_stacks_are_those_of_samples(self):
        found = collections.Counter()
        for line in self.export("folded").splitlines():
            stack, count = line.rsplit(" ", 1)
            found[stack] += int(count)
        self.assertEqual(found, self.stacks)

    def test_speedscope_has_each_sample(self):
        whole = json.loads(self.export("speedscope"))
        frames = [frame["name"] for frame in whole["shared"]["frames"]]
        self.assertEqual(len(frames), len(set(frames)), "each name is one frame")
        found = collections.Counter()
        for profile in whole["profiles"]:
            self.assertEqual((profile["type"], profile["unit"]), ("sampled", "none"))
            self.assertEqual(len(profile["samples"]), len(profile["weights"]))
            self.assertEqual(profile["endValue"], sum(profile["weights"]))
            for stack, weight in zip(profile["samples"], profile["weights"]):
                found[";".join(frames[at] for at in stack)] += weight
        self.assertEqual(found, self.stacks)


if __name__ == "__main__":
    unittest.main()
