"""Sides of `tracepane compare` that a filter limits to threads: those that --a-tid and --b-tid name."""
import json
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
DATA = ROOT / "tests/data"
# One with calls, of which some are on a second thread, and one of a kernel.
TRACES = (DATA / "uftrace/planted/moved.data", DATA / "tracecmd/threads.dat")


def run(*args):
    return subprocess.run([PROGRAM, *map(str, args)], capture_output=True, text=True, timeout=120, check=False)


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class CompareFilterTest(unittest.TestCase):
    def threads(self, trace):
        done = run("query", trace, "SELECT tid, pid, name FROM thread WHERE tid > 0", "--format", "json")
        found = [(one["tid"], one["pid"], one["name"]) for one in json.loads(done.stdout)]
        self.assertGreater(len(found), 1, trace)
        return found

    def same(self, trace, by, one, other):
        texts = [run("compare", trace, trace, "--by", by, "--format", "json", *args) for args in (one, other)]
        self.assertEqual([text.returncode for text in texts], [0, 0], texts[0].stderr + texts[1].stderr)
        self.assertEqual(texts[0].stdout, texts[1].stdout)

    def test_threads_are_those_of_their_numbers(self):
        for trace in TRACES:
            threads = self.threads(trace)
            first, second = threads[0][0], threads[-1][0]
            for by in ("function", "stack", "thread") if trace.suffix == ".dat" else ("function", "stack"):
                with self.subTest(trace=trace, by=by):
                    self.same(trace, by, ("--a-filter", f"tid == {first}", "--b-filter", f"tid == {first} || tid == {second}"),
                              ("--a-tid", first, "--b-tid", f"{min(first, second)},{max(first, second)}"))
                    name, pid = threads[-1][2], threads[-1][1]
                    named = [tid for tid, of, called in threads if called == name and of == pid]
                    if pid is not None:
                        self.same(trace, by, ("--b-filter", f"thread == {json.dumps(name)} && pid == {pid}"),
                                  ("--b-tid", ",".join(map(str, sorted(named)))))
                    # Both limit the side.
                    self.same(trace, by, ("--a-tid", f"{first},{second}", "--a-filter", f"tid != {second}"), ("--a-tid", first))

    def test_a_side_tells_its_threads(self):
        trace = TRACES[0]
        [first, *_] = sorted(tid for tid, _, _ in self.threads(trace))
        done = run("compare", trace, trace, "--a-filter", f"tid == {first}", "--format", "json")
        self.assertEqual(json.loads(done.stdout)["a"]["part"], f"thread {first}")
        self.assertIn(f"thread {first}: self", run("compare", trace, trace, "--a-tid", first).stdout)

    def test_what_threads_do_not_have_is_told(self):
        trace = TRACES[0]
        for option in ("--a-filter", "--b-filter"):
            for filter, why in (("name == work", "the fields are thread, tid and pid"), ("dur > 1ms", "the fields are thread, tid and pid"),
                                ("retval == 1 || tid == 1", "the fields are thread, tid and pid"), ("tid == -5", "there is no such thread"),
                                ("tid ==", "column")):
                done = run("compare", trace, trace, option, filter)
                self.assertEqual(done.returncode, 2, filter)
                self.assertIn(why, done.stderr)
                self.assertIn(option, done.stderr)
        done = run("compare", trace, "--slowest", "main:1%", "--b-filter", "tid == 1")
        self.assertIn("--slowest has one trace", done.stderr)
        self.assertIn("times and threads are those of one",
                      run("compare", trace, trace, "--also-a", trace, "--a-filter", "tid == 1").stderr)


if __name__ == "__main__":
    unittest.main()
