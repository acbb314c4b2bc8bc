#include "core/sql/sql_views.h"

namespace tp {
namespace {

constexpr SqlView kViews[] = {
    {"thread_track", "The tracks that belong to a thread.",
     "SELECT id, name, type, parent_id, utid, upid FROM track WHERE utid IS NOT NULL AND type IN ('thread', 'events')"},
    {"process_track", "The tracks that belong to a process, but to no thread of it.",
     "SELECT id, name, type, parent_id, upid FROM track\n  WHERE upid IS NOT NULL AND utid IS NULL AND type <> "
     "'counter'"},
    {"cpu_track", "The tracks of CPUs.", "SELECT id, name, type, parent_id, cpu FROM track WHERE type = 'cpu'"},
    {"counter_track", "The tracks of counters.",
     "SELECT id, name, type, parent_id, utid, upid, cpu FROM track WHERE type = 'counter'"},
    {"cpu_counter_track", "The tracks of counters of CPUs.",
     "SELECT id, name, type, parent_id, cpu FROM track WHERE type = 'counter' AND cpu IS NOT NULL"},
    {"process_counter_track", "The tracks of counters of processes.",
     "SELECT id, name, type, parent_id, upid FROM track WHERE type = 'counter' AND upid IS NOT NULL AND utid IS NULL"},
    {"thread_counter_track", "The tracks of counters of threads.",
     "SELECT id, name, type, parent_id, utid, upid FROM track WHERE type = 'counter' AND utid IS NOT NULL"},
    {"thread_slice", "The slices of threads.",
     "SELECT id, ts, dur, category, name, depth, parent_id, track_id, utid, tid, thread_name, upid, pid, "
     "process_name,\n"
     "    arg_set_id\n  FROM slice WHERE utid IS NOT NULL"},
    {"process_slice", "The slices of processes that are on no thread.",
     "SELECT id, ts, dur, category, name, depth, parent_id, track_id, upid, pid, process_name, arg_set_id\n"
     "  FROM slice WHERE upid IS NOT NULL AND utid IS NULL"},
    {"thread_or_process_slice", "The slices of threads and processes.",
     "SELECT id, ts, dur, category, name, depth, parent_id, track_id, utid, tid, thread_name, upid, pid, "
     "process_name,\n"
     "    arg_set_id\n  FROM slice WHERE utid IS NOT NULL OR upid IS NOT NULL"},
    {"slice_self_dur", "How long a slice was in none of those within it.", "SELECT id, self_dur FROM slice"},
    {"thread_slice_cpu_time",
     "How long the thread of a slice ran during it; NULL if it is not known all the time what the thread did.",
     "SELECT id, name, utid, thread_name, upid, process_name, (\n"
     "    SELECT CASE WHEN total(dur) FILTER (WHERE state <> 'Unknown') = slice.dur THEN\n"
     "        ifnull(sum(dur) FILTER (WHERE state = 'Running'), 0) END\n"
     "      FROM thread_states_between(slice.utid, slice.ts, slice.end_ts)) AS cpu_time\n"
     "  FROM slice WHERE utid IS NOT NULL"},
    {"thread_slice_time_in_state",
     "How long the thread of a slice was in each state during it, as far as that is known; of slices with a known "
     "duration.",
     "SELECT s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name, t.state, t.io_wait, t.blocked_function, "
     "t.dur\n"
     "  FROM slice AS s JOIN sched_time_in_state_for_thread_in_interval(s.ts, s.dur, s.utid) AS t\n"
     "  WHERE s.utid IS NOT NULL AND s.dur >= 0"},
    {"sched_with_thread_process", "Which thread ran where and when.",
     "SELECT id, ts, dur, cpu, utid, tid, thread_name, upid, pid, process_name, end_state, priority FROM sched"},
    {"flow",
     "From each waking to when the thread that was woken runs, if that is known. Wakings are no slices: none is "
     "known.",
     "SELECT id, NULL AS slice_out, NULL AS slice_in, ts AS ts_out, CASE WHEN incomplete IS NULL THEN end_ts END AS "
     "ts_in,\n"
     "    waker_utid AS utid_out, utid AS utid_in\n"
     "  FROM thread_state WHERE state = 'R' AND irq_context IS NOT NULL"},
    {"sched_runnable_thread_count", "How many threads wait for a CPU, from each change on.",
     "SELECT ts, sum(sum(step)) OVER (ORDER BY ts) AS runnable_thread_count FROM (\n"
     "    SELECT ts, 1 AS step FROM thread_state WHERE state IN ('R', 'R+')\n"
     "    UNION ALL SELECT end_ts, -1 FROM thread_state WHERE state IN ('R', 'R+') AND dur <> -1)\n"
     "  GROUP BY ts"},
    {"sched_active_cpu_count", "On how many CPUs a thread is known to run, from each change on.",
     "SELECT ts, sum(sum(step)) OVER (ORDER BY ts) AS active_cpu_count FROM (\n"
     "    SELECT ts, 1 AS step FROM sched WHERE cpu IS NOT NULL\n"
     "    UNION ALL SELECT end_ts, -1 FROM sched WHERE cpu IS NOT NULL AND dur <> -1)\n"
     "  GROUP BY ts"},
    {"sched_latency_for_running_interval",
     "How long a thread had waited for a CPU when it began to run; NULL if records are missing meanwhile.",
     "SELECT id AS thread_state_id, id AS sched_id, utid, before AS runnable_latency_id,\n"
     "    CASE WHEN lost IS NULL THEN waited END AS latency_dur\n  FROM (\n"
     "    SELECT id, utid, ts, state, lag(id) OVER thread AS before, lag(state) OVER thread AS state_before,\n"
     "        lag(end_ts) OVER thread AS end_before, lag(dur) OVER thread AS waited, lag(incomplete) OVER thread AS "
     "lost\n"
     "      FROM thread_state WINDOW thread AS (PARTITION BY utid ORDER BY ts, id))\n"
     "  WHERE state = 'Running' AND state_before IN ('R', 'R+') AND end_before = ts"},
    {"sched_time_in_state_for_thread", "How long each thread was in each state, and how much that is of 100.",
     "SELECT utid, sum(sum(end_ts - ts)) OVER thread AS total_runtime, state, sum(end_ts - ts) AS time_in_state,\n"
     "    sum(end_ts - ts) * 100 / nullif(sum(sum(end_ts - ts)) OVER thread, 0) AS percentage_in_state\n"
     "  FROM thread_state GROUP BY utid, state WINDOW thread AS (PARTITION BY utid)"},
    {"linux_hard_irqs", "Interrupts, also those that can't be masked.",
     "SELECT ts, dur, name, id, parent_id, cpu FROM slice WHERE category = 'cpu' AND depth >= 2"},
    {"linux_soft_irqs", "What softirqs do.",
     "SELECT ts, dur, name, id, parent_id, cpu FROM slice WHERE category = 'cpu' AND depth = 1"},
    {"cpu_frequency_counters", "From each change of a CPU's frequency to the next one, in kHz.",
     "SELECT c.id, c.track_id, c.ts,\n"
     "    lead(c.ts, 1, (SELECT end_ts FROM trace_bounds)) OVER (PARTITION BY c.track_id ORDER BY c.ts, c.id) - c.ts "
     "AS "
     "dur,\n"
     "    c.value AS freq, c.cpu AS ucpu, c.cpu\n"
     "  FROM counter AS c JOIN cpu_counter_track AS t ON t.id = c.track_id WHERE t.name GLOB '*frequency, kHz'"},
    {"cpu_idle_counters",
     "From each change of a CPU's idle state to the next one; -1 is not idle. `id` is the row of the event.",
     "SELECT id, NULL AS track_id, ts,\n"
     "    lead(ts, 1, (SELECT end_ts FROM trace_bounds)) OVER (PARTITION BY cpu ORDER BY ts, id) - ts AS dur,\n"
     "    CASE WHEN idle = 4294967295 THEN -1 ELSE idle END AS idle, cpu AS ucpu, cpu\n  FROM (\n"
     "    SELECT row AS id, ts, max(value) FILTER (WHERE key = 'state') AS idle,\n"
     "        max(value) FILTER (WHERE key = 'cpu_id') AS cpu\n"
     "      FROM event_field WHERE event = 'cpu_idle' GROUP BY row, ts)"},
    {"cpu_utilization_per_second", "As cpu_utilization_per_period() by the second.",
     "SELECT ts, utilization, unnormalized_utilization FROM cpu_utilization_per_period(1000000000)"},
};

}  // namespace

std::span<const SqlView> sqlViews() {
  return kViews;
}

}  // namespace tp
