"""Queries over traces of the kernel: trace-cmd and LTTng."""
import itertools
from collections import Counter

from tests.data.queries import references as ref
from tests.data.queries.asking import Queries, grouped, ordered
from tests.data.queries.references import LOST, LOST_TEXT, NESTED, SCHED, SCHED_TEXT, STATES, THREADS, THREADS_TEXT
from tests.oracle import lifetimes

QUERIES = Queries()
ask = QUERIES.ask

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
LIVES, PRIORITIES = lifetimes.of_tracecmd(ref.lines_of(SCHED_TEXT))
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


ask("when threads were made and when they ended", SCHED, """
    SELECT tid, start_ts, end_ts, end_ts - start_ts AS lived FROM thread
    WHERE start_ts IS NOT NULL OR end_ts IS NOT NULL ORDER BY tid""",
    lambda: ordered(((tid, made, ended, ended - made if made and ended else None)
                     for tid, (made, ended) in LIVES.times().items()), 1))

ask("how often threads got a CPU at each priority", SCHED, """
    SELECT priority, count(*) AS times FROM sched WHERE priority IS NOT NULL GROUP BY priority ORDER BY priority""",
    lambda: ordered(Counter(PRIORITIES.values()).items(), 1))


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

ask("the ten longest waits of woken threads", SCHED,
    "SELECT tid, ts, dur FROM wait WHERE state = 'R' AND next_cpu IS NOT NULL ORDER BY dur DESC, ts LIMIT 10",
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


ask("requests of a disk", STATES, "SELECT name, ts, dur FROM slice WHERE category = 'async' AND dur >= 0 ORDER BY ts",
    lambda: ordered(requests(), 2))

ask("states of threads of LTTng", NESTED, STATE_TIMES, lambda: states(ref.lttng_figures("nested")))

ask("interrupts by number", NESTED, """
    SELECT shown AS irq, count(*) AS times, min(ts) AS first FROM event_field
    WHERE event = 'kernel.irq_entry' AND key = 'irq_id' GROUP BY shown ORDER BY times DESC, irq""",
    lambda: ordered(((irq, len(found), min(found)) for irq, found in grouped(
        (one.fields["irq_id"], one.ts) for one in ref.lttng_records("nested") if one.name == "kernel.irq_entry").items()), -2, 1))

ask("processes of LTTng", STATES, """
    SELECT p.pid, p.name, t.tid, t.is_main_thread FROM process AS p LEFT JOIN thread AS t ON t.upid = p.upid ORDER BY p.pid, t.tid""")
