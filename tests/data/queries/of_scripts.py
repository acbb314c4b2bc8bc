"""Queries that only Tracepane answers, because they have more than exported tables have: arguments, and what is made for
Perfetto."""
from collections import Counter

from tests.data.queries import references as ref
from tests.data.queries.asking import Queries, grouped, ordered
from tests.data.queries.of_kernels import FIGURES, KERNEL, SWITCHES
from tests.data.queries.of_programs import CALLS
from tests.data.queries.references import KITCHEN, SCHED, THREADS, THREADS_TEXT

QUERIES = Queries()
ask = QUERIES.ask

ask("arguments of events", SCHED, """
    SELECT EXTRACT_ARG(arg_set_id, 'prev_pid') AS prev, EXTRACT_ARG(arg_set_id, 'next_comm') AS next, count(*) AS times
    FROM event WHERE name = 'sched_switch' GROUP BY prev, next ORDER BY times DESC, prev, next LIMIT 10""",
    lambda: ordered(((*key, n) for key, n in Counter(
        (int(one.field("prev_pid")), one.field("next_comm")) for one in SWITCHES).items()), -3, 1, 2)[:10])

ask("arguments as a table", SCHED, """
    SELECT a.key, a.value_type, count(*) AS times, sum(a.int_value) AS total
    FROM event AS e JOIN args AS a ON a.arg_set_id = e.arg_set_id
    WHERE e.name = 'sched_stat_runtime' AND a.key IN ('pid', 'runtime') GROUP BY a.key, a.value_type ORDER BY a.key""",
    lambda: [[key, "int", len(found), sum(found)] for key, found in sorted(grouped(
        (key, int(one.field(key))) for one in KERNEL if one.name == "sched_stat_runtime" for key in ("pid", "runtime")).items())])


def system_calls():
    """What read was given, and what it has returned."""
    given = None
    for one in ref.kernel_records(THREADS_TEXT):
        if one.name == "sys_enter_read":
            given = one.ts, int(one.text.partition("fd: ")[2].split(",")[0], 16)
        elif one.name == "sys_exit_read" and given:
            yield given[0], one.ts - given[0], given[1], int(one.text, 16)


ask("arguments and results of system calls", THREADS, """
    SELECT ts, dur, EXTRACT_ARG(arg_set_id, 'fd') AS fd, EXTRACT_ARG(arg_set_id, 'ret') AS result
    FROM slice WHERE name = 'read' AND dur >= 0 ORDER BY ts""", lambda: ordered(system_calls(), 1))

ask("rows of records by their number", SCHED, """
    SELECT a."row", a.value AS prev, b.value AS next FROM event_field AS a JOIN event_field AS b ON b."row" = a."row"
    WHERE a.event = 'sched_switch' AND a.key = 'prev_pid' AND b.key = 'next_pid' ORDER BY a."row" DESC LIMIT 20""",
    lambda: [[row, int(one.field("prev_pid")), int(one.field("next_pid"))]
             for row, one in reversed(list(enumerate(KERNEL))) if one.name == "sched_switch"][:20])

ask("wakings as flows", SCHED, """
    SELECT coalesce(o.tid, 0) AS waker, i.tid AS woken, count(*) AS times
    FROM flow AS f LEFT JOIN thread AS o ON o.utid = f.utid_out JOIN thread AS i ON i.utid = f.utid_in
    GROUP BY waker, i.tid ORDER BY times DESC, waker, i.tid LIMIT 12""",
    lambda: ordered(((*key, sum(found)) for key, found in grouped(
        ((waker or 0, woken), times) for (waker, _, woken), times in FIGURES.wakings.items() if times).items()), -3, 1, 2)[:12])

ask("what runs while interrupts are handled, and what does not", SCHED, """
    CREATE PERFETTO VIEW handled AS SELECT ts, dur, cpu, name FROM slice WHERE category = 'cpu' AND depth = 1 AND dur >= 0;
    CREATE VIRTUAL TABLE ran USING SPAN_LEFT_JOIN(sched PARTITIONED cpu, handled PARTITIONED cpu);
    SELECT cpu, sum(dur) AS busy FROM ran GROUP BY cpu ORDER BY cpu""",
    lambda: ordered(((cpu, sum(found.values())) for cpu, found in FIGURES.busy.items()), 1))

ask("a function of a name", KITCHEN, """
    CREATE PERFETTO FUNCTION time_in(name STRING) RETURNS LONG AS SELECT sum(dur) FROM slice WHERE name = $name AND dur >= 0;
    SELECT name, time_in(name) AS time FROM (SELECT DISTINCT name FROM slice WHERE dur >= 0 AND depth = 1) ORDER BY time DESC, name""",
    lambda: ordered(((name, sum(one.dur for one in CALLS if one.name == name))
                     for name in {one.name for one in CALLS if one.depth == 1}), -2, 1))


def callers(call):
    by_place = {(one.name, one.ts, one.tid): one for one in CALLS}
    while call.parent:
        call = by_place[*call.parent, call.tid]
        yield call


ask("the callers of the ten longest calls of a function", KITCHEN, """
    CREATE PERFETTO FUNCTION callers(id INT) RETURNS TABLE(name STRING, depth INT) AS
    WITH RECURSIVE up AS (
      SELECT name, depth, parent_id FROM slice WHERE id = (SELECT parent_id FROM slice WHERE id = $id)
      UNION ALL SELECT s.name, s.depth, s.parent_id FROM up JOIN slice AS s ON s.id = up.parent_id)
    SELECT name, depth FROM up;
    WITH longest AS (SELECT id, ts, tid FROM slice WHERE name = 'memcpy' AND dur >= 0 ORDER BY dur DESC, ts LIMIT 10)
    SELECT l.ts, l.tid, c.depth, c.name FROM longest AS l JOIN callers(l.id) AS c ORDER BY l.ts, l.tid, c.depth""",
    lambda: ordered(((one.ts, one.tid, caller.depth, caller.name)
                     for one in sorted((one for one in CALLS if one.name == "memcpy"), key=lambda one: (-one.dur, one.ts))[:10]
                     for caller in callers(one)), 1, 2, 3))
