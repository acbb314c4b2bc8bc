"""What Perfetto's documentation asks runs as it is; docs/sql.md says what does not."""
import unittest

from tests.tools.test_query import PROGRAM, TRACES, tracepane

# By what they show.
QUERIES = {
    "aggregation": """
        SELECT name, COUNT(dur) AS count_slice, AVG(dur) AS avg_dur, MIN(dur) AS min_dur, MAX(dur) AS max_dur
        FROM slice GROUP BY name ORDER BY avg_dur DESC""",
    "a module, and slices with their context": """
        INCLUDE PERFETTO MODULE slices.with_context;
        SELECT thread_name, process_name, name, ts, dur FROM thread_slice WHERE thread_name GLOB '*' LIMIT 5""",
    "a join by the track": """
        SELECT slice.name, slice.ts, slice.dur, thread.name FROM slice
        JOIN thread_track ON slice.track_id = thread_track.id JOIN thread USING (utid)""",
    "threads and their processes": """
        SELECT upid, process.name AS process_name, utid, thread.name AS thread_name
        FROM thread LEFT JOIN process USING (upid) ORDER BY upid, utid""",
    "time on CPUs by thread": """
        SELECT thread.name AS thread_name, SUM(dur) / 1e6 AS cpu_ms FROM sched JOIN thread USING (utid)
        GROUP BY utid ORDER BY cpu_ms DESC LIMIT 10""",
    "time in states": "SELECT state, COUNT(*) AS n, SUM(dur) / 1e9 AS s FROM thread_state JOIN thread USING (utid) GROUP BY state",
    "who woke it": "SELECT ts, waker.name FROM thread_state LEFT JOIN thread AS waker ON waker_utid = waker.utid WHERE state = 'R'",
    "counters": "SELECT ts, value FROM counter LEFT JOIN counter_track ON counter.track_id = counter_track.id WHERE value > 0",
    "slices by a pattern": "SELECT * FROM slice WHERE name LIKE '%a%' AND dur > 1e3",
    "the slice around": "SELECT s.name, p.name AS parent FROM slice AS s JOIN slice AS p ON s.parent_id = p.id LIMIT 10",
    "the duration of the trace": "SELECT (end_ts - start_ts) / 1e9 FROM trace_bounds",
    "an argument": "SELECT name, EXTRACT_ARG(arg_set_id, 'ret') AS ret FROM slice",
    "all arguments": "SELECT slice.name, args.* FROM slice JOIN args USING (arg_set_id) WHERE args.key = 'ret'",
    "a table": """
        CREATE PERFETTO TABLE long_slices AS SELECT * FROM slice WHERE dur > 1000;
        SELECT COUNT() FROM long_slices""",
    "a view": """
        CREATE OR REPLACE PERFETTO VIEW named(ts TIMESTAMP, name STRING) AS SELECT ts, name FROM slice;
        SELECT ts, name FROM named""",
    "a function": """
        CREATE OR REPLACE PERFETTO FUNCTION slice_count(name STRING) RETURNS LONG AS
        SELECT COUNT(1) FROM slice WHERE slice.name = $name;
        SELECT slice_count('read')""",
    "a function that returns a table": """
        CREATE PERFETTO FUNCTION long_ones(min_dur DURATION) RETURNS TABLE(ts TIMESTAMP, dur DURATION, name STRING) AS
        SELECT ts, dur, name FROM slice WHERE dur > $min_dur;
        SELECT * FROM long_ones(1000)""",
    "spans": """
        DROP VIEW IF EXISTS frequency;
        CREATE VIEW frequency AS
        SELECT ts, lead(ts) OVER (PARTITION BY track_id ORDER BY ts) - ts AS dur, cpu_counter_track.cpu AS cpu, value AS freq
        FROM counter JOIN cpu_counter_track ON counter.track_id = cpu_counter_track.id;
        DROP VIEW IF EXISTS sched_view;
        CREATE VIEW sched_view AS SELECT ts, dur, cpu, utid FROM sched;
        DROP TABLE IF EXISTS sched_freq;
        CREATE VIRTUAL TABLE sched_freq USING SPAN_JOIN(sched_view PARTITIONED cpu, frequency PARTITIONED cpu);
        SELECT utid, SUM(dur * freq) AS cycles FROM sched_freq GROUP BY utid""",
}


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class PerfettoTest(unittest.TestCase):
    def test_its_queries_run(self):
        for trace in TRACES:
            for name, sql in QUERIES.items():
                with self.subTest(name, trace=trace):
                    done = tracepane("query", trace, sql, "--format", "csv")
                    self.assertEqual(done.returncode, 0, done.stderr)

    def test_what_is_asked_of_a_trace_that_has_it_has_rows(self):
        threads = TRACES[1]
        for name, sql in QUERIES.items():
            # Its counter of a CPU has a single value, which lasts for no known time.
            if name == "spans":
                continue
            with self.subTest(name):
                done = tracepane("query", threads, sql, "--format", "csv")
                self.assertGreater(len(done.stdout.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
