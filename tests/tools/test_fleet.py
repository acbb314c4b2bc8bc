"""Many traces: nothing is lost where workers die, nothing is done twice, and the questions of docs/fleet.md have the right answers."""
import collections
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import unittest

from tests.tools import make_fleet
from tests.tools.test_parquet import READ_BY, TABLES, read, told
from tests.tools.test_query import PROGRAM, ROOT, THREADS
from tools import fleet

TEXT = (ROOT / "docs/fleet.md").read_text()
PYTHON = next((python for python in ("python3", fleet.SYSTEM_PYTHON) if shutil.which(python) and subprocess.run(
    [python, "-c", "import distributed"], capture_output=True, check=False).returncode == 0), None)
# Two machines, each with both versions, and two runs.
MACHINES, RUNS = 2, 2
# The first time that it is asked for one trace, it ends the worker that calls it, of another one itself. Of a third it always ends
# the worker.
STAND_IN = """#!/bin/sh
first() { mkdir "$0.$1" 2>/dev/null; }
case "$2" in
    */1.5/node-01/run-1) if first worker; then kill -9 $PPID; exit 1; fi;;
    */1.4/node-02/run-0) if first command; then kill -9 $$; fi;;
    */doomed) kill -9 $PPID; exit 1;;
esac
exec "%s" "$@"
"""


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class FleetTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.made = make_fleet.make_all(cls.folder / "fleet", MACHINES, RUNS)
        # Others: a cut one, one with wakings, and what is no trace.
        cls.cut, cls.wakings = cls.folder / "fleet/1.5/node-02/cut", cls.folder / "fleet/1.5/node-02/kernel.dat"
        shutil.copytree(cls.made[-1], cls.cut)
        records = next(cls.cut.glob("*.dat"))
        records.write_bytes(records.read_bytes()[:1000])
        shutil.copy(THREADS, cls.wakings)
        cls.text = cls.folder / "fleet/1.5/node-02/notes, by 'me'.txt"
        cls.text.write_text("No trace.\n")
        cls.good = [*cls.made, cls.cut, cls.wakings]
        cls.doomed = cls.folder / "doomed"
        shutil.copytree(cls.made[0], cls.doomed)
        cls.out = None
        cls.stand_in = cls.folder / "stand-in"
        cls.stand_in.write_text(STAND_IN % PROGRAM)
        cls.stand_in.chmod(0o755)

    def fleet(self, out, *args, status=0):
        done = subprocess.run([PYTHON, ROOT / "tools/fleet.py", out, *map(str, args), "--workers", "2"], capture_output=True,
                              text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def test_without_the_program_nothing_is_begun(self):
        said = self.fleet(self.folder / "without", self.made[0], "--tracepane", self.folder / "nowhere", status=2)
        self.assertIn("--tracepane PROGRAM says where it is", said)

    def runs(self, out):
        return {path.name for path in out.glob("run=*")}

    def expect_whole(self, out, traces):
        self.assertEqual(self.runs(out), {f"run={fleet.run_name(trace)}" for trace in traces})
        for run in out.glob("run=*"):
            self.assertEqual({one.name for one in run.iterdir()}, {f"{name}.parquet" for name in TABLES} | {fleet.MARK})

    def exported(self):
        """All traces, exported once for all tests, while a worker and a command die, and one trace ends each worker."""
        cls = type(self)
        if cls.out is None:
            cls.out = cls.folder / "out"
            cls.said = self.fleet(cls.out, *cls.good, cls.text, cls.doomed, "--tracepane", cls.stand_in, status=1)
        return cls.out

    def test_names_are_unique_and_safe(self):
        paths = ["/a/b/trace.dat", "/a/c/trace.dat", "/a-b/trace.dat", "/a/b-trace.dat", "/a/b/trace dat", "/a/b/trace=dat", "/",
                 "/..", "/x/.hidden", "/\u00e4/" + "n" * 255, "/\u00f6/" + "n" * 255, "/a/\udcff", "/a/\udcfe", "/a/B/trace.dat",
                 "/a/b\nc/*?"]
        names = [fleet.run_name(path) for path in paths]
        self.assertEqual(len({name.lower() for name in names}), len(set(map(os.path.abspath, paths))))
        for name in names:
            self.assertRegex(name, r"\A[A-Za-z0-9][A-Za-z0-9._-]{0,80}\Z")
        self.assertEqual(fleet.run_name("x/../trace.dat"), fleet.run_name(os.path.abspath("trace.dat")))

    def test_traces_are_named_in_three_ways(self):
        file = self.folder / "list"
        file.write_text(f"{self.cut}\n\n{self.wakings}\n")
        packed = self.folder / "packed"
        packed.write_bytes(os.fsencode(f"{self.cut}\0/line\nbreak\0"))
        pattern = str(self.folder / "fleet/1.4/*/run-[0]")
        self.assertEqual(fleet.traces_of([pattern, str(self.cut)], [file, packed]), [
            *(str(one) for one in self.made if one.parts[-3] == "1.4" and one.name == "run-0"), str(self.cut), str(self.wakings),
            "/line\nbreak"])

    @unittest.skipUnless(PYTHON, "Dask is not installed")
    def test_nothing_is_lost_but_what_cannot_be_had(self):
        out = self.exported()
        self.expect_whole(out, self.good)
        # The worker and the command have died.
        self.assertTrue(all((self.folder / f"stand-in.{what}").is_dir() for what in ("worker", "command")))
        failed = [json.loads(line) for line in (out / fleet.FAILED).read_text().splitlines()]
        self.assertEqual([(one["trace"], one["run"]) for one in failed],
                         [(str(trace), fleet.run_name(trace)) for trace in (self.doomed, self.text)])
        self.assertEqual(failed[0]["error"], "the worker died each time that it exported this trace")
        self.assertIn("notes, by 'me'.txt", failed[1]["error"])
        self.assertIn(f"failed: {self.text}", self.said)
        self.assertIn(f"{len(self.good) + 2} of {len(self.good) + 2} done, 2 failed", self.said)

    @unittest.skipUnless(PYTHON and READ_BY.exists(), "Dask or the readers are not installed")
    def test_damage_is_in_the_tables(self):
        out = self.exported()
        (rows,) = read([{"sql": f"SELECT run, file, \"offset\"::INTEGER FROM '{out}/*/warnings.parquet' ORDER BY ALL"}])
        self.assertEqual(rows, [[fleet.run_name(self.cut), one["file"], one["offset"]]
                                for one in told(self.cut, "SELECT file, \"offset\" FROM warning ORDER BY file, \"offset\"")])
        self.assertTrue(rows)

    @unittest.skipUnless(PYTHON, "Dask is not installed")
    def test_only_what_is_missing_is_done(self):
        out, traces = self.folder / "again", self.good[:4]
        shutil.copytree(self.exported(), out)
        (out / fleet.UNFINISHED / "part").mkdir(parents=True)
        marks = {trace: (out / f"run={fleet.run_name(trace)}" / fleet.MARK) for trace in traces}
        # One was not finished, one is of another trace by now, one has a mark that is cut; and one is as it was.
        marks[traces[0]].unlink()
        mark = json.loads(marks[traces[1]].read_text())
        marks[traces[1]].write_text(json.dumps(dict(mark, mtime_ns=mark["mtime_ns"] - 1)))
        marks[traces[2]].write_text(marks[traces[2]].read_text()[:20])
        before = {trace: mark.parent.stat().st_ino for trace, mark in marks.items()}
        self.assertIn("4 traces, 1 of them complete already\n", self.fleet(out, *traces))
        self.assertEqual([trace for trace in traces if marks[trace].parent.stat().st_ino == before[trace]], traces[3:])
        self.expect_whole(out, self.good)
        self.assertFalse((out / fleet.FAILED).exists())
        self.assertFalse((out / fleet.UNFINISHED).exists())
        # Other tables are another task.
        self.assertTrue(all(fleet.is_complete(str(trace), out, []) for trace in traces))
        self.assertFalse(fleet.is_complete(str(traces[0]), out, ["--tables", "slices"]))

    def test_who_is_ended_by_a_signal_is_told_apart(self):
        out, always = self.folder / "signal", self.folder / "always"
        always.write_text("#!/bin/sh\nkill -9 $$\n")
        always.chmod(0o755)
        with self.assertRaises(fleet.Interrupted):
            fleet.export(str(self.made[1]), out, always)
        self.assertEqual(self.runs(out), set())
        self.assertEqual(list((out / fleet.UNFINISHED).iterdir()), [])

    def test_what_is_no_trace_any_more_has_no_folder(self):
        trace, out = self.folder / "changes", self.folder / "changed"
        shutil.copytree(self.made[0], trace)
        self.assertIsNone(fleet.export(str(trace), out, PROGRAM))
        self.assertTrue(fleet.is_complete(str(trace), out, []))
        shutil.rmtree(trace)
        trace.write_text("No trace.\n")
        self.assertFalse(fleet.is_complete(str(trace), out, []))
        self.assertIn("changes", fleet.export(str(trace), out, PROGRAM))
        self.assertEqual(self.runs(out), set())
        self.assertIn("No such file", fleet.export(str(self.folder / "nobody"), out, PROGRAM))
        self.assertIn("nobody", fleet.export(str(self.made[0]), out, self.folder / "nobody"))

    def test_without_dask_files_are_the_same(self):
        (line,) = re.findall(r"```sh\n(.*?)```", TEXT, re.S)
        place = self.folder / "xargs"
        place.mkdir()
        (place / "fleet").symlink_to(self.folder / "fleet")
        path = f"{PROGRAM.parent}:{os.environ['PATH']}"
        done = subprocess.run(["sh", "-c", line], cwd=place, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=60,
                              check=False)
        self.assertEqual(done.returncode, 123, done.stderr)
        self.assertIn("notes, by 'me'.txt", done.stderr)
        self.assertEqual(self.runs(place / "out"), {"run=" + str(trace.relative_to(self.folder)).replace("/", "-") for trace in self.good})
        for trace in self.good[-3:]:
            wanted = self.folder / "one"
            self.assertIsNone(fleet.export(str(trace), wanted, PROGRAM))
            found = place / "out" / ("run=" + str(trace.relative_to(self.folder)).replace("/", "-"))
            for name in TABLES:
                file = f"{name}.parquet"
                self.assertEqual((found / file).read_bytes(), (wanted / f"run={fleet.run_name(trace)}" / file).read_bytes(), name)

    def questions(self, out):
        """The rows that each query of the page answers, by its first words."""
        asked = [sql.strip() for block in re.findall(r"```sql\n(.*?)```", TEXT, re.S) for sql in block.split(";\n") if sql.strip()]
        return [rows for rows in read([{"sql": sql.replace("'out/", f"'{out}/")} for sql in asked]) if rows]

    @unittest.skipUnless(PYTHON and READ_BY.exists(), "Dask or the readers are not installed")
    def test_three_questions(self):
        slower, longest, percentiles, worst = self.questions(self.exported())
        calls, leaves = collections.defaultdict(list), []
        for trace in self.good:
            version, machine = trace.parts[-3:-1]
            rows = told(trace, "SELECT * FROM slice")
            callers = {row["parent_id"] for row in rows}
            for row in rows:
                if row["dur"] >= 0:
                    calls[row["name"], machine, version].append(row["dur"])
                if row["utid"] is not None and row["id"] not in callers:
                    leaves.append((-row["dur"], fleet.run_name(trace), row["ts"], machine, row, self.start(trace)))

        # Of functions that both versions have on a machine.
        ratios = collections.defaultdict(list)
        for (name, machine, version), durations in calls.items():
            if version == "1.4" and (name, machine, "1.5") in calls:
                ratios[name].append(statistics.median(calls[name, machine, "1.5"]) / statistics.median(durations))
        expected = [[name, len(found), sum(one > 1 for one in found), statistics.median(found)] for name, found in ratios.items()]
        self.assertEqual([[name, int(machines), int(slower_on)] for name, machines, slower_on, _ in slower],
                         [one[:3] for one in sorted(expected, key=lambda one: (-round(one[3], 3), one[0]))])
        for row, (*_, times) in zip(slower, sorted(expected, key=lambda one: (-round(one[3], 3), one[0]))):
            self.assertAlmostEqual(row[3], times, delta=0.0006)
        self.assertEqual(slower[0][0], "lookup")

        self.assertEqual([[machine, run, name, int(dur), link] for machine, run, name, dur, link in longest],
                         [[machine, run, row["name"], row["dur"], self.link(row, "thread", row["depth"], start)]
                          for _, run, _, machine, row, start in sorted(leaves, key=lambda one: one[:3])[:10]])

        flush = collections.defaultdict(list)
        for (name, machine, _), durations in calls.items():
            if name == "flush":
                flush[machine] = sorted(flush[machine] + durations)
        self.assertEqual([[row[0], *map(int, row[1:])] for row in percentiles], sorted(
            ([machine, len(found), *(found[math.ceil(part * len(found)) - 1] for part in (0.5, 0.9, 0.99)), found[-1]]
             for machine, found in flush.items()), key=lambda row: (-row[2], row[0])))

        waits = [row for row in told(self.wakings, "SELECT * FROM thread_state") if row["state"] == "R" and row["dur"] >= 0]
        waits.sort(key=lambda row: (-row["dur"], row["ts"]))
        self.assertEqual([[run, name, int(tid), int(dur), context, link] for run, name, tid, dur, context, link in worst], [
            [fleet.run_name(self.wakings), row["thread_name"], row["tid"], row["dur"], row["irq_context"],
             self.link(row, "state", 0, self.start(self.wakings))] for row in waits[:10]])

    def start(self, trace):
        return told(trace, "SELECT start_ts FROM trace_bounds")[0]["start_ts"]

    def link(self, row, kind, depth, start):
        begin, end = row["ts"] - start, row["end_ts"] - start
        # Tracks of kernel traces go by the thread alone.
        pid = row["pid"] if row["thread_name"] == "service" else ""
        return (f"https://trace.example.org/#view={max(begin - row['dur'], 0)},{end + row['dur'] + 1}"
                f"&at={kind},{pid},{row['tid']},,,{depth},{begin}")


if __name__ == "__main__":
    unittest.main()
