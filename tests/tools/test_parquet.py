"""Parquet files of the command line, read by others: they have what queries print."""
import array
import json
import pathlib
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

from tests.tools.in_folder import InFolder
from tests.tools import hostile_trace
from tests.tools.test_query import PROGRAM, ROOT, THREADS, TRACES, tracepane

READER = ROOT / "tests/tools/read_parquet.mjs"
READ_BY = ROOT / "node_modules/@duckdb"
# The files, and the tables that they are of.
TABLES = {"slices": "slice", "instants": "instant", "counters": "counter", "thread_state": "thread_state", "sched": "sched",
          "waits": "wait", "events": "event", "event_fields": "event_field", "threads": "thread", "processes": "process",
          "tracks": "track", "loss": "loss", "gaps": "gap", "trace_bounds": "trace_bounds", "metadata": "metadata",
          "stats": "stats", "warnings": "warning"}
TYPES = {"INTEGER": "BIGINT", "TEXT": "VARCHAR", None: "VARCHAR"}
# What comes in many pages, with a dictionary that grows too large, and numbers of all sizes.
MANY = """
    WITH RECURSIVE c(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c LIMIT 100000)
    SELECT x, x * 0.5 AS half, 'text ' || x AS text, CASE WHEN x % 3 THEN x END AS maybe, NULL AS none, x % 7 = 0 AS same,
           CASE x % 3 WHEN 0 THEN -9223372036854775807 - 1 WHEN 1 THEN 9223372036854775807 ELSE x END AS most,
           CASE WHEN x % 2 THEN x ELSE 'odd' END AS either, CASE WHEN x < 100 THEN 1 ELSE 0.25 END AS real, x AS same
    FROM c"""


def read(wanted):
    """What the reader prints."""
    done = subprocess.run(["node", READER], input=json.dumps(wanted), capture_output=True, text=True, cwd=ROOT, timeout=60,
                          check=False)
    if done.returncode:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def rows_of(path):
    return [json.loads(line) for line in pathlib.Path(path).read_bytes().split(b"\n") if line]


def make_larger(folder):
    """A recording of three tasks, whose tables have several parts: their streams are large, and there are millions of events."""
    names = [b"main", b"outer", b"inner"]
    hostile_trace.make(folder, names, b"larger")
    # An outer call with two inner ones.
    calls = [(0, 1, 1), (0, 2, 2), (1, 2, 2), (0, 2, 2), (1, 2, 2), (1, 1, 1)]
    words = [kind | 5 << 3 | depth << 6 | hostile_trace.BASE + 0x1000 + 0x100 * name << 16 for kind, depth, name in calls]
    rounds = 130_000
    for task in range(3):
        tid, records = hostile_trace.PID + task, array.array("Q", bytes(16 * len(words) * rounds))
        begin = 3_000_000_000 + task * 7
        records[0::2] = array.array("Q", range(begin, begin + 100 * len(words) * rounds, 100))
        records[1::2] = array.array("Q", words * rounds)
        (folder / f"{tid}.dat").write_bytes(records.tobytes())
        if task:
            with (folder / "task.txt").open("ab") as tasks:
                tasks.write(b"TASK timestamp=1.%09d tid=%d pid=%d\n" % (task + 1, tid, hostile_trace.PID))


def in_order(rows):
    """Rows of one track lie side by side in a file."""
    return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))


def as_texts(rows, columns=None):
    """Integers are read as texts by one reader, and always are in a column of any values."""
    return [{key: str(value) if type(value) is int and (columns is None or key in columns) else value
             for key, value in row.items()} for row in rows]


def told(trace, sql):
    traces = trace if isinstance(trace, tuple) else (trace,)
    done = tracepane("query", *traces, sql, "--format", "json")
    if done.returncode:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
@unittest.skipUnless(READ_BY.exists(), "npm ci has not installed the readers")
class ParquetTest(InFolder):
    def export(self, *args, status=0):
        done = tracepane("export", *args, "--to", "parquet")
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def expect_same(self, rows, expected, what=""):
        """To compare whole lists takes hours where many rows differ."""
        self.assertEqual(len(rows), len(expected), what)
        for found, wanted in zip(rows, expected):
            self.assertEqual(found, wanted, what)

    def expect_rows(self, trace, name, rows, sql=None):
        expected = as_texts(told(trace, sql or f"SELECT * FROM {TABLES[name]}"), ("value",) if name == "event_fields" else ())
        self.expect_same(in_order(rows), in_order(expected), f"{trace}: {name}")

    def test_tables_are_those_of_queries(self):
        hostile, joined = self.folder / "hostile", (TRACES[0], ROOT / "assets/samples/family/data")
        hostile_trace.make(hostile)
        traces = (*TRACES, hostile, joined)
        wanted = []
        for number, trace in enumerate(traces):
            out = self.folder / f"out/trace={number}"
            self.export(*(trace if isinstance(trace, tuple) else (trace,)), "-o", out, "--compression", ("zstd", "none")[number % 2])
            self.assertEqual(sorted(one.name for one in out.iterdir()), sorted(f"{name}.parquet" for name in TABLES))
            wanted += [{"reader": "duckdb", "file": str(out / f"{name}.parquet"), "rows": str(out / f"{name}.json")}
                       for name in TABLES]
        columns, parts = read([
            *wanted, {"sql": f"SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM "
                           f"read_parquet('{out}/event_fields.parquet', hive_partitioning = false))"},
            {"sql": f"SELECT trace::INTEGER, count(*)::INTEGER FROM '{self.folder}/out/*/slices.parquet' GROUP BY 1 ORDER BY 1"}])
        self.assertEqual(columns, [[one["name"], TYPES[one["type"]]] for one in
                                   told(THREADS, "SELECT name, type FROM table_column WHERE table_name = 'event_field'")])
        with ThreadPoolExecutor(2) as pool:
            jobs = [(trace, name, rows_of(self.folder / f"out/trace={number}/{name}.json"))
                    for number, trace in enumerate(traces) for name in TABLES]
            list(pool.map(lambda job: self.expect_rows(*job), jobs))
        # A folder for each trace is a partition.
        self.assertEqual(parts, [[number, len(rows_of(self.folder / f"out/trace={number}/slices.json"))]
                                 for number in range(len(traces))])

    def test_another_reader_reads_the_same(self):
        out = self.folder / "out"
        self.export(TRACES[0], "-o", out, "--compression", "none", "--tables", "slices,events")
        self.assertEqual(sorted(one.name for one in out.iterdir()), ["events.parquet", "slices.parquet"])
        read([{"reader": "hyparquet", "file": str(out / f"{name}.parquet"), "rows": str(out / f"{name}.json")}
              for name in ("slices", "events")])
        for name in ("slices", "events"):
            expected = as_texts(told(TRACES[0], f"SELECT * FROM {TABLES[name]}"))
            self.expect_same(in_order(rows_of(out / f"{name}.json")), in_order(expected))

    def test_the_result_of_a_query(self):
        expected = told(THREADS, MANY)
        for codec in ("none", "zstd"):
            done = tracepane("query", THREADS, MANY, "--format", "parquet", "-o", self.folder / codec, "--compression", codec)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        file, packed = str(self.folder / "none"), str(self.folder / "zstd")
        types, found = read([
            {"reader": "duckdb", "file": file, "rows": file + ".duckdb"}, {"reader": "hyparquet", "file": file, "rows": file + ".js"},
            {"reader": "duckdb", "file": packed, "rows": packed + ".duckdb"},
            {"sql": f"SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet('{file}'))"},
            # By the bounds of row groups, and by the dictionary.
            {"sql": f"SELECT count(*)::INTEGER FROM read_parquet('{file}') WHERE x BETWEEN 1000 AND 1999 AND text >= 'text 15'"}])
        self.assertEqual(dict(types), {"x": "BIGINT", "half": "DOUBLE", "text": "VARCHAR", "maybe": "BIGINT", "none": "VARCHAR",
                                       "same": "BIGINT", "most": "BIGINT", "either": "VARCHAR", "real": "DOUBLE", "same_2": "BIGINT"})
        self.assertEqual(found, [[500]])
        either = as_texts(expected, ("either",))
        self.expect_same(rows_of(file + ".duckdb"), either)
        self.expect_same(rows_of(packed + ".duckdb"), either)
        self.expect_same(rows_of(file + ".js"), as_texts(either, ("x", "maybe", "same", "most", "same_2")))

    def test_a_result_without_rows_has_the_types_of_its_columns(self):
        file = self.folder / "none.parquet"
        done = subprocess.run([PROGRAM, "query", THREADS, "SELECT ts, name, dur + 1 AS more FROM slice WHERE 0", "--format",
                               "parquet"], capture_output=True, check=True)
        file.write_bytes(done.stdout)
        self.assertEqual(read([{"sql": f"SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '{file}')"},
                               {"sql": f"SELECT * FROM '{file}'"}]),
                         [[["ts", "BIGINT"], ["name", "VARCHAR"], ["more", "VARCHAR"]], []])

    def test_a_range_has_what_touches_it(self):
        (bounds,) = told(THREADS, "SELECT * FROM trace_bounds")
        third = (bounds["end_ts"] - bounds["start_ts"]) // 3
        begin, end = bounds["start_ts"] + third, bounds["end_ts"] - third
        out = self.folder / "out"
        self.export(THREADS, "-o", out, "--from", begin, "--to", end)
        names = {"slices": "end_ts", "thread_state": "end_ts", "events": "ts", "gaps": "ts + dur", "threads": None}
        read([{"reader": "duckdb", "file": str(out / f"{name}.parquet"), "rows": str(out / f"{name}.json")} for name in names])
        for name, last in names.items():
            within = f" WHERE ts <= {end} AND {last} >= {begin}" if last else ""
            rows = rows_of(out / f"{name}.json")
            self.expect_rows(THREADS, name, rows, f"SELECT * FROM {TABLES[name]}{within}")
            self.assertGreater(len(rows), 0, name)

    def test_files_do_not_depend_on_the_threads(self):
        larger = self.folder / "larger"
        make_larger(larger)
        for number, trace in enumerate((*TRACES, larger)):
            files = [{one.name: one.read_bytes() for one in self.by_threads(trace, number, threads).iterdir()}
                     for threads in (1, 3, 8)]
            self.assertEqual(len(files[0]), len(TABLES))
            for name, expected in files[0].items():
                for found in files[1:]:
                    self.assertTrue(found[name] == expected, f"{trace}: {name}")

    def by_threads(self, trace, number, threads):
        out = self.folder / f"{number}-{threads}"
        self.export(trace, "-o", out, "--threads", threads)
        return out

    def test_what_makes_no_sense_is_refused(self):
        out = self.folder / "out"
        for options, why in ((("-o", "-"), "-o names a folder"), (("-o", out, "--filter", "dur > 1"), "--filter"),
                             (("-o", out, "--track", "cpu:0"), "--track"), (("-o", out, "--columns", "ts"), "--columns"),
                             (("-o", out, "--tables", "slices,nothing"), "there is no table nothing"),
                             (("-o", THREADS), "a part of the trace"), (("-o", THREADS / "within"), "Not a directory")):
            self.assertIn(why, self.export(THREADS, *options, status=2))
        self.assertFalse(out.exists())
        done = tracepane("export", THREADS, "--to", "csv", "-o", out, "--tables", "slices")
        self.assertEqual((done.returncode, done.stderr), (2, "tracepane: --tables are those of Parquet\n"))
        done = tracepane("query", THREADS, "SELECT 1", "--format", "parquet", "-o", THREADS)
        self.assertEqual(done.returncode, 2)
        self.assertIn("this is a part of the trace", done.stderr)

    def test_a_failure_leaves_what_was_there(self):
        out = self.folder / "out"
        # The file that comes last can't be begun.
        (out / "warnings.parquet.part").mkdir(parents=True)
        for number in range(2, 101):
            (out / f"warnings.parquet.part{number}").mkdir()
        (out / "slices.parquet").write_text("before")
        self.assertIn("warnings.parquet", self.export(THREADS, "-o", out, status=2))
        self.assertEqual([one.name for one in out.iterdir() if one.is_file()], ["slices.parquet"])
        self.assertEqual((out / "slices.parquet").read_text(), "before")
        done = tracepane("query", THREADS, "SELECT * FROM event", "--format", "parquet", "-o", "/dev/full")
        self.assertEqual((done.returncode, done.stderr), (2, "tracepane: /dev/full: No space left on device\n"))


if __name__ == "__main__":
    unittest.main()
