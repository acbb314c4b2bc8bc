"""Waits of a kernel's threads are in the functions that the reference tools tell of the program beside it."""
import collections
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from tests.tools import joined_pairs
from tests.tools.test_why import PROGRAM, ROOT, SAMPLES, told, tracepane

KITCHEN = ROOT / "assets/samples/kitchen/data"


def text_of(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout


def report_of(trace):
    return text_of("trace-cmd", "report", "-N", "-t", "-i", trace)


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
class JoinedWaitsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def compare(self, kernel, program, turns, edges):
        """Returns how many waits had which result, and the JSON of `why`."""
        counts = collections.Counter()
        tids = [tid for tid in edges if tid in turns]
        why = told("why", kernel, program, "--tid", ",".join(map(str, tids)))
        said, doubted = {}, set()
        for tid in tids:
            calls, doubt = joined_pairs.calls_of(joined_pairs.waits_of(turns[tid]), edges[tid])
            said.update({(tid, begin): name for begin, name in calls.items()})
            doubted |= {tid} if doubt else set()
        met = set()
        for thread in why["threads"]:
            if thread["trace"] != kernel.name:
                continue
            for one in thread["path"]:
                key = one["tid"], one["begin"]
                if one["kind"] not in ("blocked", "cpu") or key not in said or key in met:
                    continue
                met.add(key)
                name = None if one["tid"] in doubted else said[key] or None
                self.assertEqual(one.get("userCall"), name, (key, one))
                counts["doubted" if one["tid"] in doubted else type(said[key]).__name__] += 1
        (joined,) = why["joined"]
        self.assertTrue(joined["exact"])
        self.assertEqual(joined["contradicted"], sum(name is False for name in said.values()))
        self.assertEqual(joined["named"], sum(bool(name) for (tid, _), name in said.items() if tid not in doubted))
        self.assertEqual(joined["doubted"], sum(bool(name) for (tid, _), name in said.items() if tid in doubted))
        return counts, why

    def test_switches_and_calls_of_one_recording(self):
        dump = (ROOT / "tests/data/uftrace/kitchen.dump.txt").read_text()
        kernel = ROOT / "tests/data/joint/kitchen.dat"
        turns = joined_pairs.switches_of((ROOT / "tests/data/joint/kitchen.txt").read_text())
        counts, why = self.compare(kernel, KITCHEN, turns, joined_pairs.edges_of(dump))
        self.assertGreater(counts["str"], 30)
        self.assertEqual(counts["bool"], 0)
        both = [one for thread in why["threads"] for one in thread["shares"] if "userCall" in one and "call" in one]
        self.assertTrue(both)
        self.assertIn(f" in {both[0]['call']} (in {both[0]['userCall']})", str(why))

    @unittest.skipUnless(shutil.which("uftrace") and shutil.which("trace-cmd"), "uftrace or trace-cmd is not here")
    def test_a_recorded_kernel_and_calls_of_its_threads(self):
        kernel = SAMPLES / "clock-mono/trace.dat"
        turns = joined_pairs.switches_of(report_of(kernel))
        tids = sorted((tid for tid in turns if tid > 0), key=lambda tid: -len(turns[tid]))[:6]
        program = self.folder / "prog"
        names = joined_pairs.program_for(turns, program, tids, wrong={tids[0]: 0.2, tids[1]: 1, tids[2]: 0.2})
        edges = joined_pairs.edges_of(text_of("uftrace", "dump", "--no-pager", "-d", program), names)
        counts, why = self.compare(kernel, program, turns, edges)
        self.assertTrue(all(counts[kind] for kind in ("str", "bool", "NoneType", "doubted")), counts)
        self.assertEqual(len(why["notes"]), 2)
        text = tracepane("why", kernel, program, "--tid", tids[0]).stdout
        self.assertIn("\nprog records no states of threads.\n", text)
        self.assertIn("prog records no states of threads.", tracepane("sched", kernel, program).stdout)

    def test_what_a_part_did_is_what_it_did_alone(self):
        # The program's records begin with switches from before its first call, of which nothing is drawn.
        alone = told("sched", KITCHEN)
        both = told("sched", KITCHEN, ROOT / "tests/data/joint/kitchen.dat")
        threads = [{key: value for key, value in one.items() if key != "trace"} for one in both["threads"] if one["trace"] == "data"]
        self.assertEqual(threads, alone["threads"])
        cpus = [(one["cpu"], one["busy"], one["recorded"]) for one in both["cpus"] if one["machine"] == "data"]
        self.assertEqual(cpus, [(one["cpu"], one["busy"], one["recorded"]) for one in alone["cpus"]])

    @unittest.skipUnless(shutil.which("trace-cmd"), "trace-cmd is not here")
    def test_clocks_that_agree_only_roughly_name_nothing(self):
        kernel, program = SAMPLES / "clock-mono/trace.dat", self.folder / "prog"
        turns = joined_pairs.switches_of(report_of(kernel))
        tid = max((tid for tid in turns if tid > 0), key=lambda tid: len(turns[tid]))
        joined_pairs.program_for(turns, program, [tid])
        plain = told("why", kernel, program, "--tid", tid)
        shifted = told("why", kernel, program, "--tid", tid, "--offset", "2:1ms")
        self.assertIn('"userCall"', str(plain).replace("'", '"'))
        self.assertNotIn("userCall", str(shifted))
        self.assertFalse(shifted["joined"][0]["exact"])
        self.assertIn("how their clocks agree is not known exactly", " ".join(shifted["notes"]))


if __name__ == "__main__":
    unittest.main()
