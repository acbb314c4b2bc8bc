"""Queries over traces of programs: uftrace and XRay."""
import itertools
import statistics
from collections import Counter

from tests.data.queries import references as ref
from tests.data.queries.asking import Queries, grouped, ordered
from tests.data.queries.references import GARBAGE, KITCHEN, XRAY

QUERIES = Queries()
ask = QUERIES.ask

# ---- uftrace: calls ---------------------------------------------------------------------------------------------------

CALLS = ref.uftrace_calls()
FUNCTIONS = ref.functions_of(CALLS)
RECORDS = ref.uftrace_records()
START = 16732776563142

ask("calls by function", KITCHEN, """
    SELECT name, count(*) AS calls, sum(dur) AS time, min(dur) AS shortest, max(dur) AS longest FROM slice
    WHERE dur >= 0 AND name NOT LIKE 'linux:%' GROUP BY name ORDER BY time DESC, name""",
    lambda: ordered(((name, len(found), sum(found), min(found), max(found))
                     for name, found in grouped((one.name, one.dur) for one in FUNCTIONS).items()), -3, 1))

ask("the ten longest calls", KITCHEN, "SELECT tid, name, ts, dur FROM slice WHERE dur >= 0 ORDER BY dur DESC, ts LIMIT 10",
    lambda: ordered(((one.tid, one.name, one.ts, one.dur) for one in CALLS), -4, 3)[:10])

ask("calls by thread", KITCHEN, """
    SELECT tid, count(*) AS calls, max(depth) AS deepest, sum(CASE WHEN depth = 0 THEN dur ELSE 0 END) AS outermost
    FROM slice WHERE dur >= 0 GROUP BY tid ORDER BY tid""",
    lambda: ordered(((tid, len(found), max(one.depth for one in found), sum(one.dur for one in found if one.depth == 0))
                     for tid, found in grouped((one.tid, one) for one in CALLS).items()), 1))

ask("functions that are called often and take long", KITCHEN, """
    SELECT name, count(*) AS calls, avg(dur) AS average FROM slice WHERE dur >= 0
    GROUP BY name HAVING count(*) >= 24 AND avg(dur) > 1000 ORDER BY average DESC, name""",
    lambda: ordered(((name, len(found), sum(found) / len(found)) for name, found in
                     grouped((one.name, one.dur) for one in CALLS).items() if len(found) >= 24 and sum(found) / len(found) > 1000), -3, 1))


def bucket(dur):
    return next((name for most, name in ((1000, "below 1 us"), (10000, "below 10 us"), (100000, "below 100 us")) if dur < most), "longer")


ask("calls by how long they took", KITCHEN, """
    SELECT CASE WHEN dur < 1000 THEN 'below 1 us' WHEN dur < 10000 THEN 'below 10 us' WHEN dur < 100000 THEN 'below 100 us'
           ELSE 'longer' END AS bucket, count(*) AS calls
    FROM slice WHERE dur >= 0 GROUP BY bucket ORDER BY calls DESC, bucket""",
    lambda: ordered(Counter(bucket(one.dur) for one in CALLS).items(), -2, 1))

ask("the two longest calls of each thread", KITCHEN, """
    SELECT tid, place, name, dur FROM (
      SELECT tid, name, dur, row_number() OVER (PARTITION BY tid ORDER BY dur DESC, ts) AS place
      FROM slice WHERE dur >= 0 AND depth > 0) AS found
    WHERE place <= 2 ORDER BY tid, place""",
    lambda: [[tid, place, one.name, one.dur] for tid, found in sorted(grouped((one.tid, one) for one in CALLS if one.depth).items())
             for place, one in enumerate(sorted(found, key=lambda one: (-one.dur, one.ts))[:2], 1)])


def pauses():
    for tid, found in grouped((one.tid, one) for one in FUNCTIONS if one.name == "kitchen::chop").items():
        found.sort(key=lambda one: one.ts)
        yield tid, len(found) - 1, max(after.ts - before.end for before, after in itertools.pairwise(found))


ask("the longest pause between calls of a function", KITCHEN, """
    SELECT tid, count(pause) AS pauses, max(pause) AS longest FROM (
      SELECT tid, ts - lag(end_ts) OVER (PARTITION BY tid ORDER BY ts) AS pause FROM slice WHERE name = 'kitchen::chop') AS found
    GROUP BY tid ORDER BY longest DESC, tid""", lambda: ordered(pauses(), -3, 1))

ask("who calls a function", KITCHEN, """
    SELECT caller.name, count(*) AS calls, sum(s.dur) AS time FROM slice AS s JOIN slice AS caller ON caller.id = s.parent_id
    WHERE s.name = 'memcpy' GROUP BY caller.name ORDER BY calls DESC, caller.name""",
    lambda: ordered(((name, len(found), sum(found)) for name, found in
                     grouped((one.parent[0], one.dur) for one in CALLS if one.name == "memcpy" and one.parent).items()), -2, 1))

ask("time without what is called", KITCHEN, """
    WITH called AS (SELECT parent_id, sum(dur) AS time FROM slice WHERE dur >= 0 AND parent_id IS NOT NULL GROUP BY parent_id)
    SELECT s.name, sum(s.dur - coalesce(called.time, 0)) AS self FROM slice AS s LEFT JOIN called ON called.parent_id = s.id
    WHERE s.dur >= 0 GROUP BY s.name ORDER BY self DESC, s.name""",
    lambda: ordered(((name, sum(found)) for name, found in grouped((one.name, one.self) for one in CALLS).items()), -2, 1))

ask("records by kind", KITCHEN, "SELECT kind, count(*) AS records, count(DISTINCT tid) AS threads FROM event GROUP BY kind ORDER BY kind",
    lambda: ordered(((kind, len(found), len(set(found))) for kind, found in grouped((one.kind, one.tid) for one in RECORDS).items()), 1))

ask("switches by thread", KITCHEN, """
    SELECT tid, name, count(*) AS times FROM event WHERE name LIKE 'linux:sched-%' GROUP BY tid, name ORDER BY tid, name""",
    lambda: ordered(((*key, times) for key, times in
                     Counter((one.tid, one.name) for one in RECORDS if one.name.startswith("linux:sched-")).items()), 1, 2))

ask("what begins in a span of time", KITCHEN, """
    SELECT name, count(*) AS calls FROM slice WHERE ts BETWEEN 16732776700000 AND 16732776750000
    GROUP BY name ORDER BY calls DESC, name""",
    lambda: ordered(Counter(one.name for one in CALLS if 16732776700000 <= one.ts <= 16732776750000).items(), -2, 1))

ask("the stacks at a time", KITCHEN, """
    SELECT tid, depth, name, ts - 16732776563142 AS since FROM slice
    WHERE ts <= 16732776760000 AND end_ts > 16732776760000 ORDER BY tid, depth""",
    lambda: ordered(((one.tid, one.depth, one.name, one.ts - START) for one in CALLS
                     if one.ts <= 16732776760000 < one.end), 1, 2))

ask("how long two threads were in a function at once", KITCHEN, """
    SELECT a.tid AS one, b.tid AS other, sum(CASE WHEN a.end_ts < b.end_ts THEN a.end_ts ELSE b.end_ts END
                                             - CASE WHEN a.ts > b.ts THEN a.ts ELSE b.ts END) AS time
    FROM slice AS a JOIN slice AS b ON a.tid < b.tid AND a.ts < b.end_ts AND b.ts < a.end_ts
    WHERE a.name = 'kitchen::cook' AND b.name = 'kitchen::cook' GROUP BY a.tid, b.tid ORDER BY a.tid, b.tid""",
    lambda: ordered(((*key, sum(found)) for key, found in grouped(
        ((a.tid, b.tid), min(a.end, b.end) - max(a.ts, b.ts)) for a in CALLS for b in CALLS
        if a.name == b.name == "kitchen::cook" and a.tid < b.tid and a.ts < b.end and b.ts < a.end).items()), 1, 2))


def deepest():
    by_place = {(one.tid, one.name, one.ts): one for one in CALLS}
    one, found = min(CALLS, key=lambda one: (-one.depth, one.ts, one.tid)), []
    while one:
        found.insert(0, [one.depth, one.name])
        one = by_place.get((one.tid, *one.parent)) if one.parent else None
    return found


ask("the stack of the deepest call", KITCHEN, """
    WITH RECURSIVE first AS (SELECT id FROM slice WHERE dur >= 0 ORDER BY depth DESC, ts, tid LIMIT 1),
    stack(id, parent_id, name, depth) AS (
      SELECT s.id, s.parent_id, s.name, s.depth FROM slice AS s JOIN first ON s.id = first.id
      UNION ALL SELECT s.id, s.parent_id, s.name, s.depth FROM slice AS s JOIN stack ON s.id = stack.parent_id)
    SELECT depth, name FROM stack ORDER BY depth""", deepest)

ask("when threads begin and end", KITCHEN, "SELECT name, tid, ts FROM instant ORDER BY ts, tid",
    lambda: ordered(((one.name, one.tid, one.ts) for one in RECORDS if one.name in ("linux:task-new", "linux:task-exit")), 3, 2))

ask("functions of the first thread alone", KITCHEN,
    "SELECT name FROM slice WHERE tid = 4411 EXCEPT SELECT name FROM slice WHERE tid <> 4411 ORDER BY name",
    lambda: [[name] for name in sorted({one.name for one in CALLS if one.tid == 4411} - {one.name for one in CALLS if one.tid != 4411})])

ask("medians by window functions", KITCHEN, """
    SELECT name, calls, avg(dur) AS median FROM (
      SELECT name, dur, row_number() OVER (PARTITION BY name ORDER BY dur) AS place, count(*) OVER (PARTITION BY name) AS calls
      FROM slice WHERE dur >= 0) AS placed
    WHERE place * 2 BETWEEN calls AND calls + 2 AND calls >= 10 GROUP BY name, calls ORDER BY median DESC, name""",
    lambda: ordered(((name, len(found), float(statistics.median(found))) for name, found in
                     grouped((one.name, one.dur) for one in CALLS).items() if len(found) >= 10), -3, 1))


def running_total():
    total = 0
    for one in sorted((one for one in CALLS if one.tid == 4411 and one.depth == 1), key=lambda one: one.ts):
        total += one.dur
        yield [one.ts, one.name, total]


ask("a running total", KITCHEN, """
    SELECT ts, name, sum(dur) OVER (ORDER BY ts) AS so_far FROM slice WHERE tid = 4411 AND depth = 1 ORDER BY ts""",
    lambda: list(running_total()))

ask("time off the CPU", KITCHEN, """
    SELECT name, count(*) AS times, sum(dur) AS time, max(dur) AS longest FROM slice
    WHERE name LIKE 'linux:schedule%' GROUP BY name ORDER BY name""",
    lambda: ordered(((name, len(found), sum(found), max(found)) for name, found in
                     grouped((one.name, one.dur) for one in CALLS if one.name.startswith("linux:schedule")).items()), 1))

ask("threads with their processes", KITCHEN, """
    SELECT t.tid, t.name, t.is_main_thread, p.pid, count(s.id) AS slices
    FROM thread AS t JOIN process AS p ON p.upid = t.upid LEFT JOIN slice AS s ON s.utid = t.utid
    GROUP BY t.utid, t.tid, t.name, t.is_main_thread, p.pid ORDER BY t.tid""")

ask("arguments of a function", KITCHEN, """
    SELECT CAST(value AS BIGINT) AS size, count(*) AS calls FROM event_field
    WHERE event = 'operator new' AND key = 'arg1' GROUP BY size ORDER BY size""")

ask("states by thread", KITCHEN, """
    SELECT tid, state, count(*) AS times, sum(end_ts - ts) AS time FROM thread_state GROUP BY tid, state ORDER BY tid, state""")

ask("tracks by type", KITCHEN, "SELECT type, count(*) AS tracks, count(parent_id) AS below FROM track GROUP BY type ORDER BY type")

ask("what is known of the trace", KITCHEN,
    "SELECT name, int_value, str_value FROM metadata WHERE name IN ('format', 'version', 'clock', 'clock_is_ns') ORDER BY name")

# tests/data/samples/README.md says what is behind the last record.
ask("what is wrong with the files", GARBAGE, 'SELECT file, "offset", found FROM warning ORDER BY file, "offset"',
    lambda: [["uftrace.data/30285.dat", 16 * sum(": [e" in line for line in ref.lines_of(ref.GARBAGE_TEXT)), "100 bytes that are none"]])

# ---- XRay -------------------------------------------------------------------------------------------------------------

XRAYED = ref.xray_records()
KINDS = {"function-enter": "entry", "function-enter-arg": "entry-args", "function-exit": "exit", "function-tail-exit": "tail-exit",
         "custom-event": "custom"}

ask("calls by function, in ticks", XRAY, """
    SELECT name, count(*) AS calls, min(dur) AS shortest, max(dur) AS longest FROM slice WHERE dur >= 0 GROUP BY name ORDER BY name""",
    lambda: ordered(((name, one.calls, one.min, one.max) for name, one in ref.xray_functions().items() if one.calls), 1))

ask("kinds of records of an XRay log", XRAY, "SELECT kind, count(*) AS records FROM event GROUP BY kind ORDER BY records DESC, kind",
    lambda: ordered(Counter(KINDS[one.kind] for one in XRAYED).items(), -2, 1))

ask("records by thread and CPU", XRAY, """
    SELECT tid, cpu, count(*) AS records, min(ts) AS first, max(ts) AS last FROM event GROUP BY tid, cpu ORDER BY tid, cpu""",
    lambda: ordered(((*key, len(found), min(found), max(found)) for key, found in
                     grouped(((one.tid, one.cpu), one.tsc) for one in XRAYED).items()), 1, 2))

ask("tail calls by function", XRAY, """
    SELECT id, count(*) AS times FROM event WHERE kind = 'tail-exit' GROUP BY id ORDER BY times DESC, id""",
    lambda: ordered(Counter(int(one.function) for one in XRAYED if one.kind == "function-tail-exit").items(), -2, 1))


def moves():
    for tid, found in grouped((one.tid, one) for one in XRAYED).items():
        found.sort(key=lambda one: one.tsc)
        yield tid, sum(before.cpu != after.cpu for before, after in itertools.pairwise(found))


ask("how often threads change the CPU", XRAY, """
    SELECT tid, sum(CASE WHEN cpu <> before THEN 1 ELSE 0 END) AS moves FROM (
      SELECT tid, cpu, lag(cpu) OVER (PARTITION BY tid ORDER BY ts, "row") AS before FROM event) AS found
    GROUP BY tid ORDER BY tid""", lambda: ordered(moves(), 1))

ask("custom events", XRAY, "SELECT ts, tid FROM instant WHERE name = 'custom event' ORDER BY ts",
    lambda: ordered(((one.tsc, one.tid) for one in XRAYED if one.kind == "custom-event"), 1))

ask("calls whose duration is not known", XRAY, """
    SELECT name, depth, incomplete, dur FROM slice WHERE incomplete IS NOT NULL ORDER BY depth, name""")

ask("the clock of an XRay log", XRAY,
    "SELECT name, int_value FROM metadata WHERE name LIKE 'clock_%' AND int_value IS NOT NULL ORDER BY name")
