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
    {"sched_with_thread_process", "Which thread ran where and when.",
     "SELECT id, ts, dur, cpu, utid, tid, thread_name, upid, pid, process_name, end_state, priority FROM sched"},
    {"flow",
     "From each waking to when the thread that was woken runs or is lost sight of. Wakings are no slices: none is "
     "known.",
     "SELECT id, NULL AS slice_out, NULL AS slice_in, ts AS ts_out, CASE WHEN dur <> -1 THEN end_ts END AS ts_in,\n"
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
};

}  // namespace

std::span<const SqlView> sqlViews() {
  return kViews;
}

}  // namespace tp
