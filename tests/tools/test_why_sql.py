"""The critical paths of threads, computed a second time: DuckDB makes them by a recursive query from exported tables, by the rules of
docs/why.md, and has what `tracepane why` and critical_path() have."""
import json
import unittest

from tests.tools.in_folder import InFolder
from tests.tools.test_parquet import READ_BY, read
from tests.tools.test_query import PROGRAM, ROOT, tracepane

SAMPLES = ROOT / "build/samples/tracecmd"
TRACES = (*(SAMPLES / name / "trace.dat" for name in ("v7-zstd-gcc", "v6-instances", "v6-sched-syscalls", "v7-none-sched",
                                                      "lost-overwrite", "v7-stacktrace")),
          ROOT / "tests/data/tracecmd/threads.dat", ROOT / "tests/data/tracecmd/wakers.dat",
          ROOT / "tests/data/tracecmd/v7-zstd.dat", ROOT / "tests/data/lttng/busy/data",
          ROOT / "assets/samples/kitchen/data", ROOT / "tests/data/xray/fdr-v5.xray")
TABLES = ("thread_state", "waits", "sched", "threads")
STATES = {"sleeping": "S", "uninterruptible": "D", "stopped": "T", "traced": "t", "parked": "P", "idle": "I"}
CONTEXTS = {"": "thread", "softirq": "softirq", "irq": "hardirq"}
NEVER, EVER = -2**62, 2**62
MOST_DEEP = 500

# What each thread did, and what woke it.
ROWS = """
CREATE OR REPLACE TEMP TABLE told AS
SELECT s.id, s.utid, s.ts, s.end_ts, s.state, s.cpu, s.assumed, s.incomplete, sched.priority,
       w.id AS wait, w.waker_utid, w.irq_context, w.waker_handler, w.woken_ts, w.next_cpu
FROM '{0}/thread_state.parquet' AS s LEFT JOIN '{0}/waits.parquet' AS w USING (id) LEFT JOIN '{0}/sched.parquet' AS sched USING (id)"""
# The times between, of which nothing is known.
GAPS = f"""
CREATE OR REPLACE TEMP TABLE gaps AS
WITH edges AS (
  SELECT utid, ts, end_ts FROM told UNION ALL SELECT utid, {NEVER}, {NEVER} FROM '{{0}}/threads.parquet'
  UNION ALL SELECT utid, {EVER}, {EVER} FROM '{{0}}/threads.parquet')
SELECT utid, before AS ts, ts AS end_ts FROM (
  SELECT utid, ts, max(end_ts) OVER (PARTITION BY utid ORDER BY ts, end_ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
  FROM edges)
WHERE before < ts"""
# What tiles the time of each thread, and whether a path goes on from it in the waker; or before it was made, for those that wait for it,
# in who made it.
PIECES = """
CREATE OR REPLACE TEMP TABLE pieces AS
WITH lasting AS (
  SELECT *, CASE WHEN lead(ts) OVER later = end_ts AND lead(state) OVER later = 'Running' THEN lead(cpu) OVER later END AS ran_on
  FROM told WHERE end_ts > ts WINDOW later AS (PARTITION BY utid ORDER BY ts, id)),
-- Those who ran when they woke another thread, the moments of the switches included.
ran AS (
  SELECT DISTINCT l.id FROM lasting AS l JOIN lasting AS r ON r.utid = l.waker_utid AND r.state = 'Running'
    AND r.ts <= l.end_ts AND r.end_ts >= l.end_ts),
born AS (
  SELECT utid, start_ts, CASE WHEN maker_utid <> utid AND EXISTS (SELECT 1 FROM lasting AS r WHERE r.utid = t.maker_utid
    AND r.state = 'Running' AND r.ts <= t.start_ts AND r.end_ts >= t.start_ts) THEN maker_utid END AS maker_utid
  FROM '{0}/threads.parquet' AS t WHERE start_ts IS NOT NULL),
tiles AS (
SELECT utid, ts, end_ts, state, assumed, incomplete, priority, waker_utid, irq_context, waker_handler,
  CASE WHEN state = 'Running' THEN 'running' WHEN state IN ('R', 'R+') THEN 'cpu' WHEN state = 'X' THEN 'ended'
    WHEN state = 'Unknown' THEN 'unknown' ELSE 'blocked' END AS kind,
  CASE WHEN state = 'Running' THEN cpu WHEN state IN ('R', 'R+') THEN ran_on END AS cpu,
  CASE WHEN state IN ('Running', 'R', 'R+', 'X', 'Unknown') THEN NULL
    WHEN irq_context IS NULL THEN CASE WHEN incomplete = 'open' THEN 'traceEnds' ELSE 'noWaking' END
    WHEN irq_context <> 'thread' THEN 'interrupt' WHEN waker_utid IS NULL THEN 'noWaker'
    WHEN waker_utid = utid OR id NOT IN (SELECT id FROM ran) THEN 'notRunning' ELSE 'followed' END AS stop
FROM lasting
UNION ALL SELECT utid, ts, end_ts, 'Unknown', 0, NULL, NULL, NULL, NULL, NULL, 'unknown', NULL, NULL FROM gaps),
-- Times of which the states tell nothing.
silent AS (
  SELECT t.*, b.start_ts, b.maker_utid FROM tiles AS t JOIN born AS b USING (utid) WHERE t.kind IN ('unknown', 'ended')
    AND t.ts < b.start_ts)
SELECT *, NULL AS maker_utid FROM tiles AS t
WHERE kind NOT IN ('unknown', 'ended') OR NOT EXISTS (SELECT 1 FROM born AS b WHERE b.utid = t.utid AND t.ts < b.start_ts)
UNION ALL SELECT * EXCLUDE (start_ts, maker_utid) REPLACE (start_ts AS ts), NULL FROM silent WHERE end_ts > start_ts
UNION ALL SELECT * EXCLUDE (start_ts, maker_utid) REPLACE (least(end_ts, start_ts) AS end_ts, 'Unknown' AS state, 'unknown' AS kind,
  CASE WHEN maker_utid IS NOT NULL AND end_ts >= start_ts THEN 'made' ELSE 'notMade' END AS stop), maker_utid FROM silent"""
PATHS = f"""
WITH RECURSIVE frame(asked, utid, begin, finish, depth, at_most, uncertain) AS (
  SELECT number, utid, begin, finish, 0, false, false FROM asked
  UNION ALL
  SELECT f.asked, coalesce(p.maker_utid, p.waker_utid), greatest(p.ts, f.begin), p.end_ts, f.depth + 1,
    f.at_most OR (p.stop = 'followed' AND p.assumed > 0),
    f.uncertain OR (p.stop = 'followed' AND coalesce(p.incomplete = 'lost', false))
  FROM frame AS f JOIN pieces AS p ON p.utid = f.utid AND p.ts < f.finish AND p.end_ts > f.begin
  WHERE (p.stop = 'followed' OR (p.stop = 'made' AND f.depth > 0)) AND f.depth < {MOST_DEEP}),
segment AS (
  SELECT f.asked, greatest(p.ts, f.begin) AS ts, least(p.end_ts, f.finish, a.finish) AS end_ts, p.utid, p.state, p.kind,
    CASE p.stop WHEN 'followed' THEN 'tooDeep' WHEN 'made' THEN 'notMade' ELSE p.stop END AS stop, f.depth, p.cpu, p.priority,
    p.waker_utid, p.irq_context, p.waker_handler, f.at_most OR p.assumed > 0 AS at_most,
    CASE WHEN p.incomplete = 'open' THEN NULL ELSE f.uncertain OR coalesce(p.incomplete = 'lost', false) END AS uncertain
  FROM frame AS f JOIN pieces AS p ON p.utid = f.utid AND p.ts < f.finish AND p.end_ts > f.begin
    JOIN asked AS a ON a.number = f.asked
  WHERE coalesce(p.stop, '') NOT IN ('followed', 'made') OR f.depth = {MOST_DEEP} OR (p.stop = 'made' AND f.depth = 0))
SELECT asked, ts, end_ts - ts, utid, state, kind, stop, depth, cpu, priority, waker_utid, irq_context, waker_handler,
  at_most::INTEGER, uncertain::INTEGER
FROM segment WHERE ts < end_ts ORDER BY asked, ts"""
COLUMNS = ("ts", "dur", "utid", "state", "kind", "stop", "depth", "cpu", "priority", "waker_utid", "irq_context", "waker_handler",
           "at_most", "uncertain")
TEXTS = {"state", "kind", "stop", "irq_context", "waker_handler"}
# What `wait` says, from `thread_state` alone: rows that are not the same.
WAITS = """
WITH next AS (
  SELECT *, lead(ts) OVER later = end_ts AS follows, lead(state) OVER later AS next_state, lead(cpu) OVER later AS cpu_after,
    lead(waker_utid) OVER later AS waker_after, lead(irq_context) OVER later AS context_after,
    lead(waker_handler) OVER later AS handler_after
  FROM '{0}/thread_state.parquet' WINDOW later AS (PARTITION BY utid ORDER BY ts, id)),
expected AS (
  SELECT id, ts, dur, utid, state,
    CASE WHEN state = 'R' THEN waker_utid WHEN state <> 'R+' AND follows THEN waker_after END AS waker_utid,
    CASE WHEN state = 'R' THEN irq_context WHEN state <> 'R+' AND follows THEN context_after END AS irq_context,
    CASE WHEN state = 'R' THEN waker_handler WHEN state <> 'R+' AND follows THEN handler_after END AS waker_handler,
    CASE WHEN follows AND next_state = 'Running' THEN cpu_after END AS next_cpu,
    end_ts, assumed, incomplete, tid, thread_name, upid, pid, process_name, trace
  FROM next WHERE state NOT IN ('Running', 'X', 'Unknown')),
found AS (
  SELECT * EXCLUDE (woken_ts, requests, request, request_device, request_sector, request_sectors, request_ts)
  FROM '{0}/waits.parquet')
SELECT count(*)::INTEGER FROM (
  (SELECT * FROM expected EXCEPT ALL SELECT * FROM found) UNION ALL (SELECT * FROM found EXCEPT ALL SELECT * FROM expected))"""
# When a thread was woken: as the wait ends or, of R, not after it begins.
WOKEN = """
SELECT count(*)::INTEGER FROM '{0}/waits.parquet' WHERE (irq_context IS NULL) <> (woken_ts IS NULL)
  OR (state NOT IN ('R', 'R+') AND woken_ts <> end_ts) OR (state = 'R' AND woken_ts > ts)"""


def numbers(row):
    """A row of DuckDB, whose numbers of 64 bits are texts."""
    return tuple(value if value is None or name in TEXTS else int(value) for name, value in zip(COLUMNS, row))


def ask(trace, sql):
    done = tracepane("query", trace, sql, "--format", "json", "--limit", "10000000")
    if done.returncode:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def of_json(one, utids):
    """A segment of `tracepane why` as a row."""
    by, kind = one.get("by", {}), one["kind"]
    state = {"running": "Running", "cpu": "R+" if one.get("preempted") else "R", "ended": "X", "unknown": "Unknown"}.get(kind)
    return (one["begin"], one["end"] - one["begin"], utids[one["tid"]], state or STATES[one["state"]], kind, one.get("stop"),
            one["depth"], one.get("cpu"), one.get("priority"), utids[by["tid"]] if "tid" in by else None,
            CONTEXTS[by["context"]] if by else None, by.get("handler"), int(one.get("atMost", 0)), int(one.get("uncertain", 0)))


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
@unittest.skipUnless(READ_BY.exists(), "npm ci has not installed the readers")
class WhySqlTest(InFolder):
    def expect_same(self, found, expected, what):
        """Where the trace ends in a state, its row does not say whether records are missing at its beginning."""
        self.assertEqual(len(found), len(expected), what)
        for one, other in zip(found, expected):
            self.assertEqual(one[:-1] if other[-1] is None else one, other[:-1] if other[-1] is None else other, what)

    def paths(self, trace, out, asked):
        """The path of each (utid, from, to), by DuckDB."""
        values = ", ".join(f"({number}, {utid}, {begin}, {end})" for number, (utid, begin, end) in enumerate(asked))
        answers = read([
            *({"sql": sql.format(out)} for sql in (ROWS, GAPS, PIECES)),
            {"sql": "CREATE OR REPLACE TEMP TABLE asked AS SELECT number, utid::BIGINT AS utid, begin::BIGINT AS begin, "
                    f"finish::BIGINT AS finish FROM (VALUES {values}) AS a(number, utid, begin, finish)"},
            {"sql": PATHS}, {"sql": WAITS.format(out)}, {"sql": WOKEN.format(out)}])
        self.assertEqual(answers[-2:], [[[0]], [[0]]], f"{trace}: rows of wait that thread_state does not have, or that are wrong")
        found = [[] for _ in asked]
        for number, *row in answers[-3]:
            found[int(number)].append(numbers(row))
        return found

    def compare(self, trace, most_told):
        """Compares the paths of all threads, and what `tracepane why` tells of the busiest ones. Returns what the paths have:
        (kind, stop, depth, at_most)."""
        out = self.folder / "out"
        done = tracepane("export", trace, "--to", "parquet", "-o", out, "--tables", ",".join(TABLES))
        self.assertEqual(done.returncode, 0, done.stderr)
        (bounds,) = ask(trace, "SELECT * FROM trace_bounds")
        utids = {one["tid"]: one["utid"] for one in ask(trace, "SELECT utid, tid FROM thread WHERE tid > 0")}
        tids = [one["tid"] for one in ask(trace, "SELECT tid FROM thread_state WHERE tid > 0 GROUP BY utid "
                                                 "ORDER BY count(*) DESC, utid")]
        self.assertGreater(len(tids), 0)
        begin, end = bounds["start_ts"], bounds["end_ts"]
        ranges = ((begin, end), (begin + (end - begin) // 3, end - (end - begin) // 4))
        asked = {(tid, *one): (utids[tid], *one) for one in ranges for tid in tids}
        expected = dict(zip(asked, self.paths(trace, out, asked.values())))

        values = ", ".join(f"({number}, {utid}, {first}, {last})" for number, (utid, first, last) in enumerate(asked.values()))
        found = [[] for _ in asked]
        for row in ask(trace, f"SELECT a.column1 AS asked, p.* FROM (VALUES {values}) AS a "
                              "JOIN critical_path(a.column2, a.column3, a.column4) AS p"):
            found[row.pop("asked")].append(tuple(row[name] for name in COLUMNS))
        for one, path in zip(asked, found):
            self.expect_same(path, expected[one], f"critical_path(), {trace}: {one}")

        for one in ranges:
            done = tracepane("why", trace, "--tid", ",".join(map(str, tids[:most_told])), "--from", one[0], "--to", one[1],
                             "--format", "json")
            told = json.loads(done.stdout)["threads"]
            self.assertEqual([why["tid"] for why in told], tids[:most_told])
            for why in told:
                self.expect_same([of_json(segment, utids) for segment in why["path"]], expected[why["tid"], *one],
                                 f"tracepane why, {trace}: {why['tid']} in {one}")
        return {(row[4], row[5], row[6], row[-2]) for path in found for row in path}

    def test_paths_are_those_that_duckdb_finds(self):
        seen = set()
        for trace in TRACES:
            with self.subTest(trace=trace):
                seen |= self.compare(trace, 8)
        self.assertEqual({one[0] for one in seen}, {"running", "cpu", "blocked", "unknown", "ended"})
        self.assertGreaterEqual({one[1] for one in seen}, {None, "interrupt", "noWaking", "notRunning", "traceEnds", "notMade"})
        self.assertGreaterEqual({one[2:] for one in seen}, {(0, 0), (0, 1), (1, 0), (1, 1), (4, 0)})


if __name__ == "__main__":
    unittest.main()
