#!/usr/bin/env python3
"""Writes queries.json, queries with the rows that they must find: PYTHONPATH=. python3 tests/data/queries/make.py

The rows of most are computed here from what the reference tools print (references.py). Where these don't tell, they are those that
DuckDB finds in the exported tables; look at them before you commit them. It needs build/native/tracepane and build/samples."""
import itertools
import json
import pathlib
import statistics
import sys
import tempfile
from collections import Counter, defaultdict

from tests.data.queries import references as ref
from tests.data.queries.references import (GARBAGE, KITCHEN, LOST, LOST_TEXT, NESTED, SCHED, SCHED_TEXT, STATES, THREADS,
                                           THREADS_TEXT, XRAY)
from tests.tools import test_parquet, test_queries

FILE = pathlib.Path(__file__).with_name("queries.json")
REFERENCE, EXPORT = "reference", "DuckDB over the export"
QUERIES = []


def ask(name, trace, sql, rows=None):
    """`rows`: a function that computes them from the reference."""
    QUERIES.append((name, trace, " ".join(sql.split()), rows))


def grouped(pairs):
    found = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return found


def ordered(rows, *keys):
    """Rows as lists. A key is a column, from 1 on, negative for downwards."""
    rows = [list(row) for row in rows]
    for key in reversed(keys):
        rows.sort(key=lambda row, key=key: row[abs(key) - 1], reverse=key < 0)
    return rows


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

# ---- trace-cmd --------------------------------------------------------------------------------------------------------

KERNEL = ref.kernel_records(SCHED_TEXT)
FIGURES = ref.kernel_figures(SCHED_TEXT)
BEGIN = KERNEL[0].ts

ask("events by name", SCHED, "SELECT name, count(*) AS n, min(ts) AS first, max(ts) AS last FROM event GROUP BY name ORDER BY n DESC, name",
    lambda: ordered(((name, len(found), min(found), max(found)) for name, found in
                     grouped((one.name, one.ts) for one in KERNEL).items()), -2, 1))

ask("the share of each CPU", SCHED, """
    SELECT cpu, count(*) AS events, 100.0 * count(*) / (SELECT count(*) FROM event) AS percent FROM event GROUP BY cpu ORDER BY cpu""",
    lambda: ordered(((cpu, n, 100.0 * n / len(KERNEL)) for cpu, n in Counter(one.cpu for one in KERNEL).items()), 1))

ask("threads with many events", SCHED, """
    SELECT tid, comm, count(*) AS events FROM event GROUP BY tid, comm HAVING count(*) > 50 ORDER BY events DESC, tid, comm""",
    lambda: ordered(((*key, n) for key, n in Counter((one.tid, one.comm) for one in KERNEL).items() if n > 50), -3, 1, 2))

SWITCHES = [one for one in KERNEL if one.name == "sched_switch"]
LETTERS = {"R": "R", "R+": "R+", "S": "S", "D": "D"}

ask("in which state threads leave the CPU", SCHED, """
    SELECT CASE CAST(value AS BIGINT) WHEN 0 THEN 'R' WHEN 256 THEN 'R+' WHEN 1 THEN 'S' WHEN 2 THEN 'D' ELSE 'other' END AS state,
           count(*) AS times
    FROM event_field WHERE event = 'sched_switch' AND key = 'prev_state' GROUP BY state ORDER BY times DESC, state""",
    lambda: ordered(Counter(LETTERS.get(one.field("prev_state"), "other") for one in SWITCHES).items(), -2, 1))

ask("who follows whom on the CPU", SCHED, """
    SELECT prev, next, count(*) AS times FROM (
      SELECT max(CASE WHEN key = 'prev_pid' THEN shown END) AS prev, max(CASE WHEN key = 'next_pid' THEN shown END) AS next
      FROM event_field WHERE event = 'sched_switch' GROUP BY "row") AS switches
    GROUP BY prev, next ORDER BY times DESC, prev, next LIMIT 10""",
    lambda: ordered(((*key, n) for key, n in Counter((one.field("prev_pid"), one.field("next_pid")) for one in SWITCHES).items()),
                    -3, 1, 2)[:10])

ask("run time by what the scheduler says", SCHED, """
    SELECT pid, count(*) AS times, sum(runtime) AS time FROM (
      SELECT max(CASE WHEN key = 'pid' THEN shown END) AS pid, CAST(max(CASE WHEN key = 'runtime' THEN value END) AS BIGINT) AS runtime
      FROM event_field WHERE event = 'sched_stat_runtime' GROUP BY "row") AS ran
    GROUP BY pid ORDER BY time DESC, pid""",
    lambda: ordered(((pid, len(found), sum(found)) for pid, found in grouped(
        (one.field("pid"), int(one.field("runtime"))) for one in KERNEL if one.name == "sched_stat_runtime").items()), -3, 1))


def states(figures):
    return ordered(((tid, state, time) for tid, thread in figures.threads.items() if tid
                    for state, time in thread.times.items() if time), 1, 2)


STATE_TIMES = """
    SELECT tid, CASE WHEN state IN ('R', 'R+') THEN 'runnable' WHEN state = 'Running' THEN 'running' WHEN state = 'S' THEN 'sleeping'
                     WHEN state = 'D' THEN 'uninterruptible' ELSE 'other' END AS kind, sum(end_ts - ts) AS time
    FROM thread_state WHERE state NOT IN ('Unknown', 'X') GROUP BY tid, kind HAVING sum(end_ts - ts) > 0 ORDER BY tid, kind"""

ask("what threads did", SCHED, STATE_TIMES, lambda: states(FIGURES))

LATENCIES = [(thread.tid, one[0], one[1] - one[0]) for thread in FIGURES.threads.values() for one in thread.latencies]
# A wait is a latency if the thread is known to run after it.
WAIT = "thread_state AS w JOIN thread_state AS r ON r.utid = w.utid AND r.ts = w.end_ts WHERE w.state = 'R' AND r.state = 'Running'"

ask("latencies by thread", SCHED, f"""
    SELECT w.tid, count(*) AS times, max(w.dur) AS longest, avg(w.dur) AS average FROM {WAIT}
    GROUP BY w.tid ORDER BY longest DESC, w.tid""",
    lambda: ordered(((tid, len(found), max(found), sum(found) / len(found)) for tid, found in
                     grouped((tid, took) for tid, _, took in LATENCIES).items()), -3, 1))

ask("the ten worst wakeups", SCHED, f"SELECT w.tid, w.ts, w.dur FROM {WAIT} ORDER BY w.dur DESC, w.ts LIMIT 10",
    lambda: ordered(LATENCIES, -3, 2)[:10])

ask("how busy CPUs are", SCHED,
    "SELECT cpu, sum(end_ts - ts) AS busy, count(DISTINCT utid) AS threads FROM sched GROUP BY cpu ORDER BY cpu",
    lambda: ordered(((cpu, sum(found.values()), len(+found)) for cpu, found in FIGURES.busy.items()), 1))

CONTEXTS = {"": "thread", "irq": "hardirq", "softirq": "softirq"}


def wakers():
    found = Counter()
    for (waker, context, woken), times in FIGURES.wakings.items():
        # The idle thread is no waker.
        found[waker or 0, CONTEXTS[context], woken] += times
    return ordered(((*key, times) for key, times in found.items() if times), -4, 1, 2, 3)[:12]


ask("who wakes whom", SCHED, """
    SELECT coalesce(k.tid, 0) AS waker, s.irq_context, s.tid, count(*) AS times
    FROM thread_state AS s LEFT JOIN thread AS k ON k.utid = s.waker_utid WHERE s.state = 'R' AND s.irq_context IS NOT NULL
    GROUP BY coalesce(k.tid, 0), s.irq_context, s.tid ORDER BY times DESC, waker, s.irq_context, s.tid LIMIT 12""", wakers)

ask("out of what threads are woken", SCHED, """
    SELECT irq_context, count(*) AS times FROM thread_state WHERE state = 'R' GROUP BY irq_context ORDER BY times DESC, irq_context""",
    lambda: ordered(((CONTEXTS[key], sum(found)) for key, found in
                     grouped((context, times) for (_, context, _), times in FIGURES.wakings.items()).items()), -2, 1))

ask("migrations", SCHED, """
    SELECT o.shown AS origin, d.shown AS destination, count(*) AS times
    FROM event_field AS o JOIN event_field AS d ON d."row" = o."row"
    WHERE o.event = 'sched_migrate_task' AND o.key = 'orig_cpu' AND d.key = 'dest_cpu'
    GROUP BY o.shown, d.shown ORDER BY o.shown, d.shown""",
    lambda: ordered(((*key, n) for key, n in Counter(
        (one.field("orig_cpu"), one.field("dest_cpu")) for one in KERNEL if one.name == "sched_migrate_task").items()), 1, 2))

ask("interrupts and softirqs", SCHED, """
    SELECT name, count(*) AS times, sum(dur) AS time, max(dur) AS longest FROM slice
    WHERE category = 'cpu' AND dur >= 0 GROUP BY name ORDER BY time DESC, name""",
    lambda: ordered(((name, len(found), sum(found), max(found)) for (_, name), found in
                     ref.kernel_durations(SCHED_TEXT).items() if found), -3, 1))

ask("events in each 20 ms", SCHED, """
    SELECT (e.ts - b.start_ts) - (e.ts - b.start_ts) % 20000000 AS part, count(*) AS events
    FROM event AS e CROSS JOIN trace_bounds AS b GROUP BY part ORDER BY part""",
    lambda: ordered(Counter((one.ts - BEGIN) // 20000000 * 20000000 for one in KERNEL).items(), 1))


def silences():
    for cpu, found in grouped((one.cpu, one.ts) for one in KERNEL).items():
        found.sort()
        yield cpu, max(after - before for before, after in itertools.pairwise(found))


ask("the longest time without an event", SCHED, """
    SELECT cpu, max(pause) AS longest FROM (SELECT cpu, ts - lag(ts) OVER (PARTITION BY cpu ORDER BY ts) AS pause FROM event) AS found
    GROUP BY cpu ORDER BY cpu""", lambda: ordered(silences(), 1))

ask("events by the state of interrupts", SCHED, """
    SELECT substr(flags, 1, 1) AS irqs, count(*) AS events, count(irqs_off) AS told, count(DISTINCT name) AS names
    FROM event GROUP BY irqs ORDER BY events DESC, irqs""",
    lambda: ordered(((letter, len(found), len(found) if letter == "d" else 0, len(set(found))) for letter, found in
                     grouped((one.flags[0], one.name) for one in KERNEL).items()), -2, 1))

ask("processes that were made", SCHED, """
    SELECT p.ts, c.shown AS comm, p.shown AS pid FROM event_field AS p JOIN event_field AS c ON c."row" = p."row"
    WHERE p.event = 'sched_process_fork' AND p.key = 'child_pid' AND c.key = 'child_comm' ORDER BY p.ts""",
    lambda: ordered(((one.ts, one.field("child_comm"), one.field("child_pid")) for one in KERNEL if one.name == "sched_process_fork"), 1))

ask("threads of unknown processes", SCHED, """
    SELECT count(*) AS threads, count(upid) AS known, sum(CASE WHEN upid IS NULL THEN 1 ELSE 0 END) AS unknown,
           count(DISTINCT upid) AS processes FROM thread""")

ask("time that was not recorded", SCHED,
    "SELECT cpu, count(*) AS gaps, sum(dur) AS time, max(dur) AS longest FROM gap WHERE cpu IS NOT NULL GROUP BY cpu ORDER BY cpu")


def drawn_values():
    for one in ref.kernel_records(THREADS_TEXT):
        if one.name == "cpu_frequency":
            yield one.ts, "CPU 0 frequency, kHz", int(one.field("state"))
        elif "C|" in one.text:
            *_, name, value = one.text.split("|")
            yield one.ts, name, int(value)


ask("values of counters", THREADS, """
    SELECT c.ts, t.name, c.value FROM counter AS c JOIN track AS t ON t.id = c.track_id WHERE t.type = 'counter' ORDER BY c.ts""",
    lambda: ordered(drawn_values(), 1))


def graph():
    opened = {}
    for one in ref.kernel_records(THREADS_TEXT):
        name = one.text.split(" ")[1] if one.name.startswith("funcgraph") else ""
        if one.name == "funcgraph_entry":
            opened[name] = one.ts
        elif one.name == "funcgraph_exit" and name in opened:
            yield name, opened[name], one.ts - opened[name]


ask("calls of the function graph", THREADS,
    "SELECT name, ts, dur FROM slice WHERE name IN ('vfs_read', 'do_read') AND EXISTS (SELECT 1 FROM trace_bounds) ORDER BY ts",
    lambda: ordered(graph(), 2))


def losses():
    """The time of a loss is that of the next record of its CPU."""
    cpu = records = None
    for line in ref.lines_of(LOST_TEXT):
        lost, one = line.startswith("CPU:"), ref.tracecmd_text.LINE.match(line)
        if lost:
            cpu, records = int(line[4:].split(" ")[0]), int(line.partition("[")[2].split(" ")[0])
        elif one and cpu == int(one["cpu"]):
            yield cpu, records, ref.tracecmd_text.time_of(one["time"])
            cpu = None


ask("where records were lost", LOST, "SELECT cpu, records, ts FROM loss ORDER BY ts", lambda: ordered(losses(), 3))

ask("how much was lost by CPU", LOST, """
    SELECT t.cpu, s.name, s.value FROM stats AS s JOIN track AS t ON t.id = s.idx WHERE s.severity = 'data_loss' ORDER BY t.cpu, s.name""",
    lambda: [row for cpu in sorted({one[0] for one in losses()}) for row in (
        [cpu, "lost_places", sum(one[0] == cpu for one in losses())],
        [cpu, "lost_records", sum(one[1] for one in losses() if one[0] == cpu)])])

# tests/data/samples/README.md says what is behind the last record.
ask("what is wrong with the files", GARBAGE, 'SELECT file, "offset", found FROM warning ORDER BY file, "offset"',
    lambda: [["uftrace.data/30285.dat", 16 * sum(": [e" in line for line in ref.lines_of(ref.GARBAGE_TEXT)), "100 bytes that are none"]])

# ---- LTTng ------------------------------------------------------------------------------------------------------------

ask("events of LTTng by name", STATES, """
    SELECT name, count(*) AS n FROM event WHERE name NOT LIKE 'metadata.%' GROUP BY name ORDER BY n DESC, name""",
    lambda: ordered(Counter(one.name for one in ref.lttng_records("states") if not one.name.startswith("metadata.")).items(), -2, 1))


def requests():
    opened = {}
    for one in ref.lttng_records("states"):
        sector = one.fields.get("hard_sector")
        if one.name == "block.rq_issue_fs":
            # A request for what is waiting already does not begin it again.
            opened.setdefault(sector, one)
        elif one.name == "block.rq_complete_fs" and sector in opened:
            begun = opened.pop(sector)
            yield ("write request" if begun.fields["rw"] == "1" else "read request"), begun.ts, one.ts - begun.ts


ask("requests of a disk", STATES, "SELECT name, ts, dur FROM slice WHERE category = 'async' ORDER BY ts", lambda: ordered(requests(), 2))

ask("states of threads of LTTng", NESTED, STATE_TIMES, lambda: states(ref.lttng_figures("nested")))

ask("interrupts by number", NESTED, """
    SELECT shown AS irq, count(*) AS times, min(ts) AS first FROM event_field
    WHERE event = 'kernel.irq_entry' AND key = 'irq_id' GROUP BY shown ORDER BY times DESC, irq""",
    lambda: ordered(((irq, len(found), min(found)) for irq, found in grouped(
        (one.fields["irq_id"], one.ts) for one in ref.lttng_records("nested") if one.name == "kernel.irq_entry").items()), -2, 1))

ask("processes of LTTng", STATES, """
    SELECT p.pid, p.name, t.tid, t.is_main_thread FROM process AS p LEFT JOIN thread AS t ON t.upid = p.upid ORDER BY p.pid, t.tid""")


def export_and_ask(wanted):
    """`wanted`: trace -> pairs of a number and a query. Returns the rows by number."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for trace, queries in wanted.items():
            views = test_queries.views(test_queries.export(trace, pathlib.Path(folder)))
            told = test_parquet.read([*views, *({"sql": text} for _, sql in queries for text in (f"DESCRIBE {sql}", sql))])[len(views):]
            for (number, _), columns, rows in zip(queries, told[::2], told[1::2]):
                whole = [column[1] in ("INTEGER", "BIGINT", "HUGEINT") for column in columns]
                found[number] = [[int(value) if one and value is not None else value for value, one in zip(row, whole)] for row in rows]
    return found


def main():
    rows = {number: compute() for number, (*_, compute) in enumerate(QUERIES) if compute}
    rest = grouped((trace, (number, sql)) for number, (_, trace, sql, compute) in enumerate(QUERIES) if not compute)
    rows |= export_and_ask(rest)
    written = []
    for number, (name, trace, sql, compute) in enumerate(QUERIES):
        found = rows[number]
        if compute and not found:
            sys.exit(f"{name}: the reference has no rows")
        written.append({"name": name, "trace": trace, "sql": sql, "rests_on": REFERENCE if compute else EXPORT, "rows": found})
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(", ", ": ")) for one in written)
    FILE.write_text(f"[\n{lines}\n]\n")
    print(len(written), "queries,", sum(1 for one in written if one["rests_on"] == REFERENCE), "by references")


if __name__ == "__main__":
    main()
