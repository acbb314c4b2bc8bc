"""The command line and the files around it: those that can't be read or written, that change, and that are its own input."""
import collections
import csv
import functools
import gzip
import json
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import time
import unittest

from tests.tools.in_folder import InFolder

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLE = ROOT / "assets/samples/kitchen/data"
VERBS = (["info"], ["info", "--json"], ["events"], ["functions"], ["functions", "--format", "json"], ["stacks"], ["sched"],
         ["check"], ["export", "--to", "chrome", "-o", "-"], ["export", "--to", "csv", "-o", "-"])


def tracepane(*args, timeout=60, **options):
    options = {"stdout": subprocess.PIPE, **options}
    return subprocess.run([PROGRAM, *map(str, args)], stderr=subprocess.PIPE, text=True, timeout=timeout, check=False,
                          **options)


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class CommandLineTest(InFolder):
    def setUp(self):
        super().setUp()
        self.trace = self.folder / "run.data"
        shutil.copytree(SAMPLE, self.trace)
        self.task = self.trace / "4415.dat"

    def test_the_column_dur_is_how_far_an_exit_is_from_its_entry(self):
        line = re.compile(r"^(\d+)\.(\d{9}) +(\d+): \[(entry|exit )\] (.*)\([0-9a-f]+\) depth: (\d+)$")
        open_, expected = {}, collections.Counter()
        for told in map(line.match, (ROOT / "tests/data/uftrace/kitchen.dump.txt").read_text().splitlines()):
            if not told:
                continue
            time, place = int(told[1]) * 10**9 + int(told[2]), (told[3], told[6])
            if told[4] == "entry":
                open_[place] = (told[5], time)
            elif open_.get(place, ("",))[0] == told[5]:
                expected[time - open_.pop(place)[1]] += 1
        printed = tracepane("events", self.trace, "--format", "csv", "--columns", "kind,dur").stdout
        rows = list(csv.DictReader(printed.splitlines()))
        self.assertFalse(any(row["dur"] for row in rows if row["kind"] == "entry"))
        found = collections.Counter(int(row["dur"]) for row in rows if row["kind"] == "exit" and row["dur"])
        self.assertEqual(found, expected)

    def test_what_is_not_written_is_told_with_what_is(self):
        done = tracepane("export", self.trace, "--to", "pdf", "-o", self.folder / "out")
        self.assertEqual(done.returncode, 2)
        for word in ("no format pdf", "chrome", "perfetto", "speedscope", "folded", "csv", "parquet", "cut", "html"):
            self.assertIn(word, done.stderr)
        self.assertIn("{chrome,perfetto,", tracepane("export", "--help").stdout)

    def test_a_result_that_is_an_empty_text_is_not_taken_for_none(self):
        trace = ROOT / "build/samples/uftrace/args-auto/uftrace.data"
        if not trace.exists():
            self.skipTest("the recorded traces are not here")
        groups = [line.split(None, 5) for line in tracepane("slices", trace, "--by", "retval").stdout.splitlines()[1:]]
        counts = {group[5]: int(group[0]) for group in groups}
        # uftrace dump has one call of f_str with a result of no characters, and calls without any.
        self.assertEqual((counts['""'], counts["(none)"]), (1, 5))

    def test_what_is_no_trace_is_left_out_by_name(self):
        other = self.folder / "notes.txt"
        other.write_text("nothing of a trace\n")
        for verb in (["events"], ["info"], ["functions"], ["check"]):
            done = tracepane(*verb, self.trace, other)
            self.assertIn("notes.txt: expected a trace, or what tells more of one", done.stderr, verb)
            self.assertEqual(done.stdout.replace("1 warnings", "0 warnings").replace("warnings  1", "warnings  0"),
                             tracepane(*verb, self.trace).stdout, verb)

    def test_a_minus_is_standard_input(self):
        text = gzip.decompress((ROOT / "tests/data/ftrace/trace.txt.gz").read_bytes())
        path = self.folder / "trace.txt"
        path.write_bytes(text)
        for verb in ("events", "sched", "check"):
            with open(path, "rb") as pipe:
                piped = tracepane(verb, "-", stdin=pipe)
            self.assertEqual(piped.returncode, 0, piped.stderr)
            self.assertEqual(piped.stdout, tracepane(verb, path).stdout)
        # It is read once, though a query opens the trace for its rows and for its statistics.
        for sql in ("SELECT count(*) FROM event", "SELECT sum(dur) FROM slice"):
            with open(path, "rb") as pipe:
                piped = tracepane("query", "-", sql, stdin=pipe)
            self.assertEqual(piped.returncode, 0, piped.stderr)
            self.assertEqual(piped.stdout, tracepane("query", path, sql).stdout)
        empty = tracepane("info", "-", stdin=subprocess.DEVNULL)
        self.assertEqual((empty.returncode, empty.stderr), (2, "tracepane: standard input: is empty\n"))

    def test_a_text_beside_its_trace_is_left_out(self):
        both = self.folder / "both"
        both.mkdir()
        for name in ("threads.dat", "threads.txt"):
            shutil.copy(ROOT / "tests/data/tracecmd" / name, both)
        self.assertEqual(json.loads(tracepane("info", "--json", both).stdout)["format"], "trace-cmd")
        (both / "threads.dat").unlink()
        self.assertEqual(json.loads(tracepane("info", "--json", both).stdout)["format"], "ftrace-text")

    def test_a_full_device_is_an_error(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no full device")
        for verb in VERBS:
            with self.subTest(verb=verb), open("/dev/full", "w") as full:
                done = tracepane(*verb, self.trace, stdout=full)
                self.assertEqual(done.returncode, 2)
                self.assertIn("tracepane: write error: No space left on device\n", done.stderr)
        for form in ("chrome", "perfetto", "speedscope", "folded", "csv"):
            with self.subTest(form=form):
                done = tracepane("export", self.trace, "--to", form, "-o", "/dev/full")
                self.assertEqual(done.returncode, 2)
                self.assertIn("tracepane: /dev/full: No space left on device\n", done.stderr)

    def test_functions_are_sorted_by_every_column(self):
        def column(key):
            done = tracepane("functions", ROOT / "tests/data/tracecmd/threads.dat", "--format", "json", "--sort", key)
            self.assertEqual(done.returncode, 0, done.stderr)
            return [row[key] for row in json.loads(done.stdout)]

        for key in ("open", "unbegun", "calls", "total"):
            with self.subTest(key=key):
                self.assertEqual(column(key), sorted(column(key), key=lambda one: -1 if one is None else one, reverse=True))

    def test_functions_of_two_traces_are_told_apart(self):
        other = ROOT / "assets/samples/family/data"

        def rows(*traces):
            found = json.loads(tracepane("functions", *traces, "--format", "json").stdout)
            return {row["name"]: row for row in found}

        def apart(table, number):
            return {name: [row["traces"][number][key] for key in ("calls", "total", "self")]
                    for name, row in table.items() if row["traces"][number]["calls"]}

        both = rows(SAMPLE, other)
        for number, trace in enumerate((SAMPLE, other)):
            alone = rows(trace)
            self.assertEqual(apart(both, number), {name: [row[key] for key in ("calls", "total", "self")]
                                                   for name, row in alone.items() if row["calls"]})
            self.assertNotIn("traces", next(iter(alone.values())))
        table = list(csv.DictReader(tracepane("functions", SAMPLE, other, "--format", "csv").stdout.splitlines()))
        columns = [column for column in table[0] if column.startswith("calls in ")]
        self.assertEqual(len(columns), 2)
        for row in table:
            told = [trace["calls"] for trace in both[row["name"]]["traces"]]
            self.assertEqual([int(row[column]) for column in columns], told)
            self.assertEqual(int(row["calls"]), sum(told))
        for threads in ("1", "2", "3", "8"):
            self.assertEqual(tracepane("functions", SAMPLE, other, "--format", "json", "--threads", threads).stdout,
                             tracepane("functions", SAMPLE, other, "--format", "json").stdout)

    def test_a_closed_pipe_ends_quietly(self):
        for handler in (signal.SIG_DFL, signal.SIG_IGN):
            with self.subTest(handler=handler):
                program = subprocess.Popen([PROGRAM, "events", self.trace], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                           restore_signals=False,
                                           preexec_fn=functools.partial(signal.signal, signal.SIGPIPE, handler))  # noqa: PLW1509
                program.stdout.close()
                said = program.stderr.read().decode()
                program.stderr.close()
                self.assertIn(program.wait(), (-signal.SIGPIPE, 128 + signal.SIGPIPE))
                self.assertNotIn("write error", said)

    def test_an_export_takes_its_place_when_it_is_whole(self):
        out = self.folder / "out.csv"
        out.write_text("before")
        done = tracepane("export", self.trace, "--to", "csv", "-o", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(out.stat().st_size, 1000)
        whole = out.read_text()
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["out.csv", "run.data"])
        done = tracepane("export", self.trace, "--to", "chrome", "--track", "thread:1", "-o", out)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(out.read_text(), whole)
        # As far as this many bytes: what there is stays.
        limited = subprocess.run(["bash", "-c", 'ulimit -f 1; trap "" XFSZ; exec "$0" "$@"', PROGRAM, "export", self.trace,
                                  "--to", "csv", "-o", out], capture_output=True, text=True, check=False)
        self.assertEqual(limited.returncode, 2, limited.stderr)
        self.assertIn("File too large", limited.stderr)
        self.assertEqual(out.read_text(), whole)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["out.csv", "run.data"])

    def test_an_export_of_a_track_is_that_of_its_thread(self):
        def said(*args):
            done = tracepane(*args)
            self.assertEqual((done.returncode, done.stderr), (0, ""), args)
            return done.stdout

        events = [json.loads(line) for line in said("events", "--format", "jsonl", self.trace).splitlines()]
        tids = sorted({event["tid"] for event in events})
        self.assertGreater(len(tids), 2)
        sums, rows = collections.Counter(), 0
        for tid in tids:
            with self.subTest(tid=tid):
                track = f"thread:{tid}"
                csv = said("export", "--to", "csv", "--columns", "tid,ts", "--track", track, "-o", "-", self.trace)
                wanted = [event["ts"] for event in events if event["tid"] == tid]
                self.assertEqual(csv.splitlines(), ["tid,ts"] + [f"{tid},{ts}" for ts in wanted])
                rows += len(wanted)
                middle = wanted[len(wanted) // 2]
                half = said("export", "--to", "csv", "--columns", "ts", "--track", track, "--to", middle, "--filter",
                            "kind == entry", "-o", "-", self.trace)
                self.assertEqual(half.splitlines()[1:], [str(event["ts"]) for event in events if event["tid"] == tid and
                                                         event["ts"] <= middle and event["kind"] == "entry"])
                folded = said("export", "--to", "folded", "--track", track, "-o", "-", self.trace)
                self.assertEqual(sorted(folded.splitlines()), sorted(said("stacks", "--tid", tid, self.trace).splitlines()))
                for line in folded.splitlines():
                    stack, count = line.rsplit(" ", 1)
                    sums[stack] += int(count)
        self.assertEqual(rows, len(events))
        whole = said("export", "--to", "folded", "-o", "-", self.trace)
        self.assertEqual(sums, collections.Counter({stack: int(count) for stack, count in
                                                    (line.rsplit(" ", 1) for line in whole.splitlines())}))
        self.assertEqual(tracepane("export", "--to", "csv", "--track", "thread:1", "-o", "-", self.trace).returncode, 2)

    def test_an_export_of_a_cpu_is_what_was_recorded_there(self):
        trace = ROOT / "tests/data/tracecmd/threads.dat"
        done = tracepane("events", "--format", "csv", "--columns", "cpu,ts,name", trace)
        rows = done.stdout.splitlines()
        for cpu in (0, 1):
            done = tracepane("export", "--to", "csv", "--columns", "cpu,ts,name", "--track", f"cpu:{cpu}", "-o", "-", trace)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.splitlines(), [rows[0]] + [row for row in rows[1:] if row.startswith(f"{cpu},")])

    def test_outputs_are_never_inputs(self):
        before = {path: path.read_bytes() for path in self.trace.iterdir()}
        os.link(self.task, self.folder / "hard")
        (self.folder / "soft").symlink_to(self.task)
        for out in (self.task, self.folder / "hard", self.folder / "soft", self.trace / ".." / "run.data" / "info"):
            with self.subTest(out=out):
                done = tracepane("export", self.trace, "--to", "folded", "-o", out)
                self.assertEqual(done.returncode, 2)
                self.assertIn("a part of the trace", done.stderr)
                done = tracepane(self.trace, "--screenshot", out)
                self.assertEqual(done.returncode, 2)
        for verb in VERBS:
            with self.subTest(verb=verb), open(self.task, "a") as out:
                done = tracepane(*verb, self.trace, stdout=out)
                self.assertEqual(done.returncode, 2)
                self.assertIn("into the trace", done.stderr)
        self.assertEqual({path: path.read_bytes() for path in self.trace.iterdir()}, before)

    def test_nothing_is_written_into_the_folder_of_a_trace(self):
        before = sorted(path.name for path in self.trace.iterdir())
        for what, out in (("parquet", self.trace), ("parquet", self.trace / "sub"), ("cut", self.trace / "sub" / "deeper"),
                          ("chrome", self.trace / "out.json"), ("csv", self.folder / "new/../run.data/out.csv")):
            with self.subTest(what=what, out=out):
                done = tracepane("export", self.trace, "--to", what, "-o", out)
                self.assertEqual(done.returncode, 2)
                self.assertIn("a part of the trace", done.stderr)
        done = tracepane("query", self.trace, "SELECT 1", "-o", self.trace / "rows.csv")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(sorted(path.name for path in self.trace.iterdir()), before)
        self.assertEqual(tracepane("export", self.trace, "--to", "parquet", "-o", self.folder / "out/tables").returncode, 0)

    def test_what_does_not_fit_leaves_nothing(self):
        # Of each file no more than this many blocks.
        for what, said in (("parquet", "File too large"), ("cut", "File too large")):
            with self.subTest(what=what):
                limited = subprocess.run(["bash", "-c", 'ulimit -f 2; trap "" XFSZ; exec "$0" "$@"', PROGRAM, "export", self.trace,
                                          "--to", what, "-o", self.folder / "new" / "out"], capture_output=True, text=True,
                                         check=False)
                self.assertEqual(limited.returncode, 2, limited.stderr)
                self.assertIn(said, limited.stderr)
                # A cut that was stopped says nothing of what there is in the trace.
                self.assertNotIn("no record", limited.stderr)
                self.assertEqual([path.name for path in self.folder.rglob("*.par*")], [])

    def test_a_signal_leaves_nothing(self):
        # Zeros are no records: to look through them takes long enough.
        os.truncate(self.task, 1 << 36)
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

        # Tests that run in the background, or by nohup, ignore some, and what they start does so as well.
        def heed():
            for number in numbers:
                signal.signal(number, signal.SIG_DFL)

        for what in ("csv", "cut", "parquet"):
            for number in numbers:
                with self.subTest(what=what, number=number):
                    program = subprocess.Popen([PROGRAM, "export", self.trace, "--to", what, "-o", self.folder / "out"],
                                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=heed)  # noqa: PLW1509
                    until = time.monotonic() + 30
                    while len(list(self.folder.iterdir())) == 1 and program.poll() is None and time.monotonic() < until:
                        time.sleep(0.01)
                    program.send_signal(number)
                    self.assertEqual(program.wait(), -number)
                    self.assertEqual([path.name for path in self.folder.iterdir()], ["run.data"])

    def test_a_file_of_zeros_takes_little_memory(self):
        os.truncate(self.task, 0)
        log = self.folder / "log.xray"
        shutil.copy(ROOT / "tests/data/xray/basic-v3.xray", log)
        for path, trace in ((self.task, self.trace), (log, log)):
            with self.subTest(path=path.name):
                os.truncate(path, 700 << 20)
                program = subprocess.Popen([PROGRAM, "check", trace], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                _, status, used = os.wait4(program.pid, 0)
                program.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(program.returncode, 1)
                self.assertLess(used.ru_maxrss, 300 << 10)

    def test_pipes_devices_and_sockets_are_refused(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for path in (pipe, "/dev/null"):
            with self.subTest(path=path):
                done = tracepane("check", path, timeout=20)
                self.assertEqual(done.returncode, 2)
                self.assertIn("give a file on disk", done.stderr)

    def test_what_cant_be_read_is_told(self):
        def check(trace):
            if os.geteuid() != 0:
                return tracepane("check", trace)
            for path in (self.folder, *self.folder.rglob("*")):
                os.chown(path, 65534, 65534)
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", PROGRAM, "check", trace]
            return subprocess.run(command, capture_output=True, text=True, check=False)
        if os.geteuid() == 0:
            setpriv = shutil.which("setpriv")
            reach = setpriv and subprocess.run([setpriv, "--reuid=65534", "--regid=65534", "--clear-groups", PROGRAM, "--help"],
                                               capture_output=True, check=False).returncode == 0
            if not reach:
                self.skipTest("root reads everything, and nobody else can run the program here")
        (self.trace / "closed").mkdir()
        for path in (self.task, self.trace / "closed"):
            path.chmod(0)
        done = check(self.trace)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, r"run\.data/4415\.dat: expected a file that can be read, found Permission denied")
        self.assertRegex(done.stderr, r"run\.data/closed: expected a directory that can be read, found Permission denied")
        for alone in (self.task, self.trace / "closed"):
            done = check(alone)
            self.assertEqual(done.returncode, 2)
            self.assertIn("Permission denied", done.stderr)
        (self.trace / "closed").chmod(stat.S_IRWXU)

    def test_a_trace_that_changes_is_an_error(self):
        # A pipe that nobody reads holds the program in the middle of its output.
        with open(self.task, "ab") as task:
            task.write(self.task.read_bytes() * 400)
        before = self.task.stat().st_size
        program = subprocess.Popen([PROGRAM, "events", self.trace], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertTrue(program.stdout.read(1000))
        time.sleep(0.2)
        os.truncate(self.task, before // 3)
        program.stdout.read()
        said = program.stderr.read().decode()
        program.stdout.close()
        program.stderr.close()
        self.assertEqual(program.wait(), 2, said[-2000:])
        self.assertIn("run.data/4415.dat has changed since it was opened", said)

    def test_an_offset_is_of_a_trace_that_is_there(self):
        for verb in (["events"], ["info"], ["functions"], ["check"]):
            done = tracepane(*verb, self.trace, "--offset", "99999:1s")
            self.assertEqual(done.returncode, 2)
            self.assertIn("there is no trace number 99999", done.stderr)
        second = ROOT / "assets/samples/family/data"
        self.assertEqual(tracepane("events", self.trace, second, "--offset", "2:1s").returncode, 0)
        self.assertEqual(tracepane("events", self.trace, second, "--offset", "3:1s").returncode, 2)


if __name__ == "__main__":
    unittest.main()
