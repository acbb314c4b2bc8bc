"""Kept indexes: each verb prints the same from one as without, and one that is not of the trace is never used."""
import os
import shutil
import subprocess
import time
import unittest

from tests.tools.in_folder import InFolder
from tools.steps import ROOT

PROGRAM = ROOT / "build/native/tracepane"
TRACES = [["assets/samples/family/data"], ["assets/samples/kitchen/data"], ["tests/data/tracecmd/threads.dat"],
          ["tests/data/lttng/2.6-le/data"], ["tests/data/xray/fdr-v5.xray"],
          ["assets/samples/kitchen/data", "tests/data/tracecmd/threads.dat"]]
VERBS = [["info"], ["info", "--json"], ["check"], ["functions"], ["functions", "--by", "running"], ["sched"], ["slices"],
         ["slices", "--kind", "states"], ["slices", "--by", "name"], ["latencies"], ["stacks", "--by", "off-cpu"],
         ["compare", "--by", "function"], ["export", "--to", "chrome", "-o", "-"],
         ["query", "SELECT name, count(*), sum(dur) FROM slice GROUP BY name ORDER BY name"],
         ["query", "SELECT name, tid FROM thread ORDER BY tid, name"]]
SMALL = ROOT / "tests/data/xray/fdr-v5.xray"


def line(verb, traces):
    if verb[0] == "compare":
        traces = [traces[0], traces[0]]
    if verb[0] == "query":
        return [verb[0], *traces, verb[1]]
    return [verb[0], *traces, *verb[1:]]


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class CacheTest(InFolder):
    def printed(self, *words, keep="all", folder=None):
        env = dict(os.environ, XDG_CACHE_HOME=str(folder or self.folder / "cache"), TRACEPANE_CACHE=keep)
        done = subprocess.run([PROGRAM, *words], env=env, cwd=ROOT, capture_output=True, timeout=120, check=False)
        return done.returncode, done.stdout, done.stderr

    def kept(self):
        """The kept files by name, each with what changes when it is written anew."""
        return {path.name: path.stat().st_ino for path in (self.folder / "cache/tracepane").glob("*")}

    def test_verbs_print_the_same_from_a_kept_index(self):
        for traces in TRACES:
            for verb in VERBS:
                with self.subTest(traces=traces, verb=verb):
                    words = line(verb, traces)
                    without = self.printed(*words, keep="off")
                    self.assertIn(without[0], (0, 1, 2), without[2])
                    self.assertEqual(self.printed(*words), without)
                    first = self.kept()
                    self.assertEqual(self.printed(*words), without)
                    # It was used, not made once more.
                    self.assertEqual(self.kept(), first)
            self.assertTrue(self.kept())

    def test_any_number_of_threads_uses_it(self):
        for traces in TRACES:
            one = self.printed("info", *traces, "--threads", "1")
            kept = self.kept()
            for threads in ("2", "3", "8"):
                self.assertEqual(self.printed("info", *traces, "--threads", threads), one)
            self.assertEqual(self.kept(), kept)

    def test_the_file_is_the_same_by_any_number_of_threads(self):
        for traces in TRACES:
            told = set()
            for threads in ("1", "2", "3", "8"):
                self.printed("cache", "--clear")
                self.printed("info", *traces, "--threads", threads)
                told.update(path.read_bytes() for path in (self.folder / "cache/tracepane").glob("*"))
            self.assertEqual(len(told), 1, traces)

    def test_one_that_is_damaged_is_made_anew(self):
        whole = self.printed("info", SMALL)
        file, = (self.folder / "cache/tracepane").glob("*")
        body = file.read_bytes()
        for at in (0, 9, len(body) // 2, len(body) - 1):
            file.write_bytes(body[:at] + bytes([body[at] ^ 255]) + body[at + 1:])
            self.assertEqual(self.printed("info", SMALL), whole)
            self.assertEqual(file.read_bytes(), body)
        file.write_bytes(body[:len(body) // 2])
        self.assertEqual(self.printed("info", SMALL), whole)
        self.assertEqual(file.read_bytes(), body)

    def test_one_of_other_bytes_or_times_is_not_used(self):
        trace = self.folder / "trace.xray"
        shutil.copy(SMALL, trace)
        self.printed("info", trace)
        times = trace.stat()
        body = trace.read_bytes()
        trace.write_bytes(body[:-1] + bytes([body[-1] ^ 1]))
        os.utime(trace, ns=(times.st_atime_ns, times.st_mtime_ns))
        without = self.printed("info", trace, keep="off")
        self.assertEqual(self.printed("info", trace), without)
        self.assertEqual(len(self.kept()), 2)
        os.utime(trace, ns=(times.st_atime_ns, times.st_mtime_ns + 1_000_000_000))
        self.printed("info", trace)
        self.assertEqual(len(self.kept()), 3)

    def test_options_have_indexes_of_their_own(self):
        both = TRACES[-1]
        self.printed("info", *both)
        shifted = self.printed("info", *both, "--offset", "2:5ms", keep="off")
        self.assertEqual(self.printed("info", *both, "--offset", "2:5ms"), shifted)
        self.assertEqual(len(self.kept()), 2)

    def test_it_can_be_switched_off(self):
        self.printed("info", SMALL, keep="off")
        self.printed("info", SMALL, "--no-cache")
        # Small traces are not kept, unless they are asked for.
        self.printed("info", SMALL, keep="")
        self.assertFalse((self.folder / "cache").exists())

    def test_all_are_listed_and_removed(self):
        self.printed("info", SMALL)
        self.printed("info", *TRACES[0])
        status, told, _ = self.printed("cache")
        self.assertEqual(status, 0)
        lines = told.decode().splitlines()
        self.assertEqual([line.split()[-1] for line in lines[:-1]], ["data", "fdr-v5.xray"])
        self.assertIn("2 kept", lines[-1])
        (self.folder / "cache/tracepane/other").write_text("not ours")
        self.assertEqual(self.printed("cache", "--clear"), (0, b"", b""))
        self.assertEqual(list(self.kept()), ["other"])
        self.assertIn("0 kept", self.printed("cache")[1].decode())

    def test_those_that_were_not_used_for_longest_go_first(self):
        place = self.folder / "cache/tracepane"
        place.mkdir(parents=True)
        for number in range(3):
            with open(place / f"{number}.tpindex", "wb") as file:
                file.truncate(500 << 20)
            os.utime(place / f"{number}.tpindex", (time.time() - 100 * (3 - number),) * 2)
        self.printed("info", SMALL)
        self.assertEqual(sorted(name for name in self.kept() if len(name) < 12), ["1.tpindex", "2.tpindex"])
        self.assertEqual(len(self.kept()), 3)
        status, told, _ = self.printed("cache")
        self.assertEqual((status, told.count(b"(damaged)")), (0, 2))

    def test_what_a_killed_process_left_is_removed(self):
        place = self.folder / "cache/tracepane"
        place.mkdir(parents=True)
        old, new = place / "a.tpindex.part", place / "b.tpindex.part2"
        for path in (old, new):
            path.write_bytes(b"half")
        os.utime(old, (time.time() - 200_000,) * 2)
        self.printed("info", SMALL)
        self.assertFalse(old.exists())
        self.assertTrue(new.exists())

    def test_a_folder_that_can_not_be_written_does_no_harm(self):
        without = self.printed("info", SMALL, keep="off")
        place = self.folder / "file"
        place.write_text("this is no folder")
        self.assertEqual(self.printed("info", SMALL, folder=place), without)

    def test_several_processes_write_at_once(self):
        without = self.printed("info", SMALL, keep="off")
        env = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"), TRACEPANE_CACHE="all")
        running = [subprocess.Popen([PROGRAM, "info", SMALL], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(8)]
        for one in running:
            out, complaints = one.communicate(timeout=60)
            self.assertEqual((one.returncode, out, complaints), without)
        self.assertEqual(len(self.kept()), 1)
        self.assertEqual(self.printed("info", SMALL), without)


if __name__ == "__main__":
    unittest.main()
