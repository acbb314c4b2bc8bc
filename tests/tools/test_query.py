"""Queries of the command line: what tables say is what the other verbs and the reference tools say."""
import collections
import csv
import io
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
KITCHEN = ROOT / "assets/samples/kitchen/data"
THREADS = ROOT / "tests/data/tracecmd/threads.dat"
# One of each format, and one in which the clock counts no nanoseconds.
TRACES = (KITCHEN, THREADS, ROOT / "tests/data/lttng/busy/data", ROOT / "tests/data/xray/fdr-v5.xray")
# Greater numbers are texts in a table.
MOST = 2**63 - 1
EVENT_COLUMNS = "ts, kind, name, cpu, pid, tid, comm, buffer, stream, depth, addr, tsc, id, count, flags, args"


def tracepane(*args, timeout=60):
    return subprocess.run([PROGRAM, *map(str, args)], capture_output=True, text=True, timeout=timeout, check=False)


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class QueryTest(unittest.TestCase):
    def ask(self, trace, sql, *options):
        done = tracepane("query", trace, sql, "--format", "json", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def told(self, *args):
        done = tracepane(*args)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_events_are_those_that_are_printed(self):
        for trace in TRACES:
            with self.subTest(trace=trace):
                printed = self.told("events", trace, "--format", "csv")
                self.assertEqual(self.told("query", trace, f"SELECT {EVENT_COLUMNS} FROM event", "--format", "csv"), printed)

    def test_durations_of_events_are_those_of_the_column(self):
        for trace in TRACES:
            with self.subTest(trace=trace):
                printed = self.told("events", trace, "--format", "csv", "--columns", "ts,name,dur,waited")
                self.assertEqual(self.told("query", trace, "SELECT ts, name, dur, waited FROM event", "--format", "csv"),
                                 printed)

    def test_stacks_are_those_that_are_printed(self):
        for trace in TRACES:
            rows = self.ask(trace, "SELECT * FROM stack ORDER BY id", "--limit", "1000000")
            for column, value in (("self", "self"), ("total", "total"), ("calls", "calls")):
                with self.subTest(trace=trace, value=value):
                    printed = self.told("stacks", trace, "--by", value).splitlines()
                    self.assertEqual([f"{row['stack']} {row[column]}" for row in rows if row[column]], printed)
            for row in rows:
                parent = rows[row["parent_id"]] if row["parent_id"] is not None else None
                self.assertEqual(row["depth"], parent["depth"] + 1 if parent else 0)
                self.assertTrue(row["stack"].startswith(parent["stack"] + ";" if parent else ""))
        [found] = self.ask(KITCHEN, "WITH RECURSIVE up(id, parent_id) AS (\n"
                                    "  SELECT id, parent_id FROM stack WHERE id = (SELECT max(id) FROM stack WHERE depth = 2)\n"
                                    "  UNION ALL SELECT s.id, s.parent_id FROM up JOIN stack AS s ON s.id = up.parent_id)\n"
                                    "SELECT count(*) AS n FROM up")
        self.assertEqual(found["n"], 3)

    def test_fields_of_events_are_those_of_json_lines(self):
        for trace in TRACES:
            with self.subTest(trace=trace):
                expected = collections.Counter()
                for line in self.told("events", trace, "--format", "jsonl").splitlines():
                    event = json.loads(line)
                    expected.update((event["ts"], event["name"], key, json.dumps(value if value <= MOST else str(value))
                                     if isinstance(value, int) else json.dumps(value))
                                    for key, value in event.get("fields", {}).items() if not key.startswith("common_"))
                found = collections.Counter(
                    (one["ts"], one["event"], one["key"], json.dumps(one["value"]))
                    for one in self.ask(trace, "SELECT ts, event, key, value FROM event_field"))
                # The table also has what only the text of a record says.
                self.assertEqual(expected - found, collections.Counter())

    def test_functions_are_those_that_are_listed(self):
        for trace in TRACES:
            with self.subTest(trace=trace):
                listed = json.loads(self.told("functions", trace, "--format", "json"))
                keys = ("name", "calls", "total", "self", "avg", "min", "median", "p90", "p99", "max", "open", "unbegun")
                found = self.ask(trace, f"SELECT {', '.join(keys)}, self_doubt AS selfDoubt, open_total AS openTotal, "
                                        "open_self AS openSelf FROM function_stats")
                own = (*keys, "selfDoubt", "openTotal", "openSelf")
                # The order of those whose time is not known is another one.
                self.assertCountEqual(found, [{key: one[key] for key in own} for one in listed])

    def test_threads_and_cpus_are_those_of_scheduling(self):
        for trace in TRACES:
            with self.subTest(trace=trace):
                sched = json.loads(self.told("sched", trace, "--format", "json"))
                keys = ("tid", "running", "runnable", "sleeping", "uninterruptible", "other", "unknown", "switches",
                        "migrations", "wakeups")
                found = self.ask(trace, f"SELECT {', '.join(keys)} FROM sched_thread")
                self.assertEqual(found, [{key: one.get(key, 0) for key in keys} for one in sched["threads"]])
                self.assertEqual(self.ask(trace, "SELECT cpu, busy, recorded FROM cpu"),
                                 [{key: one[key] for key in ("cpu", "busy", "recorded")} for one in sched["cpus"]])

    def test_the_trace_as_a_whole_is_that_of_info(self):
        for trace in TRACES:
            with self.subTest(trace=trace):
                info = json.loads(self.told("info", trace, "--json"))
                bounds = self.ask(trace, "SELECT * FROM trace_bounds")
                self.assertEqual([{"start_ts": int(info["range"][0]), "end_ts": int(info["range"][1])}], bounds)
                self.assertEqual(self.ask(trace, "SELECT max(0, tid) AS tid, name FROM thread ORDER BY 1, 2"),
                                 sorted(({"tid": max(0, one["tid"]), "name": one["name"]} for one in info["tasks"]),
                                        key=lambda one: (one["tid"], one["name"])))
                counts = {one["name"]: one["value"] for one in self.ask(trace, "SELECT * FROM stats WHERE idx IS NULL")}
                self.assertEqual(counts, {key: info["counts"][key] for key in ("records", "warnings")})
                self.assertEqual(self.ask(trace, "SELECT str_value FROM metadata WHERE name IN ('format', 'version', 'clock')"),
                                 [{"str_value": one} for one in (info["format"], info["version"], info["clock"]["name"])])

    def test_slices_are_the_calls_that_uftrace_dumps(self):
        line = re.compile(r"^(\d+)\.(\d{9}) +(\d+): \[(entry|exit )\] (.*)\([0-9a-f]+\) depth: (\d+)$")
        open_, expected = {}, collections.Counter()
        for told in map(line.match, (ROOT / "tests/data/uftrace/kitchen.dump.txt").read_text().splitlines()):
            if not told:
                continue
            time, place = int(told[1]) * 10**9 + int(told[2]), (int(told[3]), int(told[6]))
            if told[4] == "entry":
                open_[place] = (told[5], time)
            elif open_.get(place, ("",))[0] == told[5]:
                begin = open_.pop(place)[1]
                # uftrace prints an ABI tag as if it were a name in a scope.
                expected[place[0], place[1], told[5].replace("::cxx11", "[abi:cxx11]"), begin, time - begin] += 1
        found = collections.Counter(tuple(one.values()) for one in self.ask(
            KITCHEN, "SELECT tid, depth, name, ts, dur FROM slice WHERE dur >= 0 AND name NOT GLOB 'linux:*'"))
        self.assertEqual(found, expected)

    def test_switches_are_those_that_trace_cmd_reports(self):
        text = (ROOT / "tests/data/tracecmd/threads.txt").read_text()
        expected = collections.Counter(re.findall(r": sched_switch: .*prev_pid=(\d+) .*next_pid=(\d+)", text)) or \
            collections.Counter(re.findall(r": sched_switch: +\S*:(\d+) \[\d+\] \S+ ==> \S*:(\d+) ", text))
        self.assertGreater(sum(expected.values()), 0)
        found = collections.Counter((one["prev"], one["next"]) for one in self.ask(
            THREADS, "SELECT max(shown) FILTER (WHERE key = 'prev_pid') AS prev, max(shown) FILTER (WHERE key = 'next_pid') "
                     "AS next FROM event_field WHERE event = 'sched_switch' GROUP BY row"))
        self.assertEqual(found, expected)

    def test_formats(self):
        sql = "SELECT name, count(*) AS n, NULL AS missing, 1.5 AS real FROM slice GROUP BY name ORDER BY n DESC, name"
        rows = self.ask(KITCHEN, sql)
        self.assertEqual([json.loads(one) for one in self.told("query", KITCHEN, sql, "--format", "jsonl").splitlines()],
                         rows)
        read = list(csv.DictReader(io.StringIO(self.told("query", KITCHEN, sql, "--format", "csv"))))
        self.assertEqual(read, [{"name": one["name"], "n": str(one["n"]), "missing": "", "real": "1.5"} for one in rows])
        lines = self.told("query", KITCHEN, sql).splitlines()
        self.assertEqual(lines[0].split(), ["name", "n", "missing", "real"])
        self.assertEqual(len(lines), len(rows) + 2)
        self.assertEqual(self.ask(KITCHEN, "SELECT 1 WHERE 0"), [])

    def test_expectations_decide_the_status(self):
        some, none = "SELECT dur FROM slice WHERE dur >= 0; -- all", "SELECT dur FROM slice WHERE dur < -1"
        for sql, expected, status in ((some, "NONEMPTY", 0), (none, "NONEMPTY", 1), (some, "EMPTY", 1), (none, "EMPTY", 0),
                                      (some, "dur >= 0", 0), (some, "dur > 1000000", 1), (none, "dur >= 0", 1),
                                      (some, "count(*) > 10", 0), (none, "count(*) = 0", 0), (some, "nobody", 2)):
            with self.subTest(sql=sql, expected=expected):
                done = tracepane("query", KITCHEN, sql, "--expect", expected)
                self.assertEqual(done.returncode, status, done.stderr)
        done = tracepane("query", KITCHEN, "VALUES (1), (2), (0), (3), (0)", "--expect", "column1 > 0")
        self.assertEqual(done.stderr, "tracepane: the result is not as expected: column1 > 0, in row 3\n")

    def test_what_is_not_understood_has_the_status_of_failures(self):
        for options in (("--format", "xml"), ("--nonsense",), ("--memory", "1")):
            with self.subTest(options):
                self.assertEqual(tracepane("query", KITCHEN, "SELECT 1", *options).returncode, 2)

    def test_an_error_has_its_place(self):
        done = tracepane("query", KITCHEN, "SELECT name\nFROM slice\nWHERE nobody = 1")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, "tracepane: query: no such column: nobody\n  WHERE nobody = 1\n        ^\n")

    def test_only_reading_is_allowed(self):
        for sql in ("CREATE TABLE a(b)", "ATTACH '/tmp/tracepane-attached' AS a", "SELECT load_extension('a')",
                    "PRAGMA database_list", "INSERT INTO slice(ts) VALUES (1)"):
            with self.subTest(sql=sql):
                done = tracepane("query", KITCHEN, sql)
                self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)

    def test_a_query_without_an_end_is_stopped(self):
        done = tracepane("query", KITCHEN, "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                                           "SELECT count(*) FROM c", "--timeout", "0.5", timeout=30)
        self.assertEqual(done.returncode, 2)
        self.assertIn("stopped: it took longer than is allowed", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_a_result_that_is_cut_says_so(self):
        done = tracepane("query", KITCHEN, "SELECT ts FROM event", "--limit", "2", "--format", "json")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(len(json.loads(done.stdout)), 2)
        self.assertEqual(done.stderr, "tracepane: query: cut after 2 rows, there are more\n")
        done = tracepane("query", KITCHEN, "SELECT 1", "--limit", "1")
        self.assertEqual(done.stderr, "")
        done = tracepane("query", KITCHEN, "SELECT ts FROM event", "--limit", "0", "--format", "csv")
        self.assertEqual((done.stdout, done.stderr), ("ts\n", "tracepane: query: cut after 0 rows, there are more\n"))

    def test_an_error_of_a_file_has_its_line(self):
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
            file.write("SELECT name\nFROM slice\nWHERE nobody = 1\n")
            file.flush()
            done = tracepane("query", KITCHEN, "--file", file.name)
            self.assertEqual(done.stderr.splitlines()[0], f"tracepane: {file.name}:3: no such column: nobody")
        done = subprocess.run([PROGRAM, "query", KITCHEN, "--file", "-", "--format", "csv"], input="SELECT 1 AS one",
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.stdout, "one\n1\n", done.stderr)

    def test_a_query_comes_from_a_file(self):
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
            file.write("SELECT count(*) AS n\nFROM slice")
            file.flush()
            done = tracepane("query", KITCHEN, "--file", file.name, "--format", "json")
        self.assertEqual(json.loads(done.stdout), self.ask(KITCHEN, "SELECT count(*) AS n FROM slice"))
        self.assertEqual(tracepane("query", KITCHEN, "--file", "/nobody/is/here").returncode, 2)

    def test_several_traces_are_told_apart(self):
        traces = (KITCHEN, ROOT / "assets/samples/family/data")
        done = tracepane("query", *traces, "SELECT trace, count(*) AS n FROM slice GROUP BY trace ORDER BY trace",
                         "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        alone = [self.ask(trace, "SELECT count(*) AS n FROM slice")[0]["n"] for trace in traces]
        self.assertEqual(sorted(one["n"] for one in json.loads(done.stdout)), sorted(alone))

    def test_the_reference_has_the_schema(self):
        text = (ROOT / "docs/sql.md").read_text()
        self.assertEqual(re.search(r"```sql schema\n(.*?)```", text, re.S)[1], self.told("query", "--schema"))

    def test_the_examples_of_the_reference_run(self):
        text = (ROOT / "docs/sql.md").read_text()
        examples = re.findall(r"```sql\n(.*?)```", text, re.S)
        self.assertGreater(len(examples), 5)
        for trace in TRACES:
            with self.subTest(trace=trace):
                for sql in examples:
                    done = tracepane("query", trace, sql)
                    self.assertEqual(done.returncode, 0, sql + done.stderr)


if __name__ == "__main__":
    unittest.main()
