#include "core/sql/sql_library.h"

#include <algorithm>

namespace tp {
namespace {

constexpr std::string_view kSliceId = "slice_id INTEGER";
constexpr std::string_view kSliceColumns =
    "id INTEGER, ts INTEGER, dur INTEGER, track_id INTEGER, category TEXT, name TEXT, depth INTEGER, parent_id "
    "INTEGER, "
    "arg_set_id INTEGER";
constexpr std::string_view kFlowColumns =
    "id INTEGER, slice_out INTEGER, slice_in INTEGER, ts_out INTEGER, ts_in INTEGER, utid_out INTEGER, utid_in INTEGER";
constexpr std::string_view kUtilization = "ts INTEGER, utilization REAL, unnormalized_utilization REAL";

// Cuts what ran into the periods of the trace that it is in; the last one ends with the trace. `$` stands for what ran.
#define TP_UTILIZATION(ran)                                                                                     \
  "WITH RECURSIVE piece(number, ts, end_ts, begin, finish) AS (\n"                                              \
  "    SELECT (ts - begin) / $interval, ts, end_ts, begin, finish FROM (" ran                                   \
  ") CROSS JOIN\n"                                                                                              \
  "      (SELECT start_ts AS begin, end_ts AS finish FROM trace_bounds) WHERE $interval > 0 AND end_ts > ts\n"  \
  "    UNION ALL SELECT number + 1, begin + (number + 1) * $interval, end_ts, begin, finish FROM piece\n"       \
  "      WHERE end_ts > begin + (number + 1) * $interval)\n"                                                    \
  "  SELECT from_ts, busy / length / nullif((SELECT count(*) FROM cpu), 0), busy / length FROM (\n"             \
  "    SELECT begin + number * $interval AS from_ts, min($interval, finish - (begin + number * $interval)) AS " \
  "length,\n"                                                                                                   \
  "        total(min(end_ts, begin + (number + 1) * $interval) - ts) AS busy FROM piece GROUP BY number) ORDER BY 1"

constexpr SqlLibraryFunction kFunctions[] = {
    {"trace_start", "", "", "When the first thing is drawn.", "SELECT start_ts FROM trace_bounds"},
    {"trace_end", "", "", "When the last one is.", "SELECT end_ts FROM trace_bounds"},
    {"trace_dur", "", "", "The time between.", "SELECT end_ts - start_ts FROM trace_bounds"},
    {"ancestor_slice", kSliceId, kSliceColumns, "The slices around one.",
     "WITH RECURSIVE up AS (\n"
     "    SELECT id, ts, dur, track_id, category, name, depth, parent_id, arg_set_id FROM slice\n"
     "      WHERE id = (SELECT parent_id FROM slice WHERE id = $slice_id)\n"
     "    UNION ALL SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id\n"
     "      FROM up JOIN slice AS s ON s.id = up.parent_id)\n"
     "  SELECT * FROM up"},
    {"descendant_slice", kSliceId, kSliceColumns, "The slices within one.",
     "WITH RECURSIVE near AS MATERIALIZED (\n"
     "    SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id\n"
     "      FROM (SELECT * FROM slice WHERE id = $slice_id) AS of JOIN slice AS s ON s.track_id = of.track_id\n"
     "        AND s.ts >= of.ts AND s.ts <= of.end_ts AND s.depth > of.depth),\n"
     "  down(slice) AS (\n"
     "    SELECT $slice_id UNION ALL SELECT near.id FROM down JOIN near ON near.parent_id = down.slice)\n"
     "  SELECT near.* FROM down JOIN near ON near.id = down.slice"},
    {"following_flow", kSliceId, kFlowColumns,
     "The wakings that the thread of a slice made during it. No trace says in which slice a waking ends.",
     "SELECT t.id, $slice_id, NULL, t.ts, CASE WHEN t.incomplete IS NULL THEN t.end_ts END, t.waker_utid, t.utid\n"
     "  FROM (SELECT * FROM slice WHERE id = $slice_id) AS s JOIN thread_state AS t ON t.waker_utid = s.utid\n"
     "    AND t.ts >= s.ts AND t.ts < s.end_ts\n"
     "  WHERE t.state = 'R' AND t.irq_context = 'thread'"},
    {"preceding_flow", kSliceId, kFlowColumns,
     "The wakings after which the thread of a slice ran again during it. No trace says in which slice a waking begins.",
     "SELECT t.id, NULL, $slice_id, t.ts, t.end_ts, t.waker_utid, t.utid\n"
     "  FROM (SELECT * FROM slice WHERE id = $slice_id) AS s JOIN thread_state AS t ON t.utid = s.utid\n"
     "    AND t.end_ts >= s.ts AND t.end_ts < s.end_ts\n"
     "  WHERE t.state = 'R' AND t.irq_context IS NOT NULL AND t.incomplete IS NULL"},
    {"sched_time_in_state_for_thread_in_interval", "ts INTEGER, dur INTEGER, utid INTEGER",
     "state TEXT, io_wait INTEGER, blocked_function TEXT, dur INTEGER",
     "How long a thread was in each state in a range of time. No trace tells io_wait and blocked_function: they are "
     "NULL.",
     "SELECT state, NULL, NULL, sum(dur) FROM thread_states_between($utid, $ts, $ts + $dur) GROUP BY state"},
    {"sched_time_in_state_and_cpu_for_thread_in_interval", "ts INTEGER, dur INTEGER, utid INTEGER",
     "state TEXT, io_wait INTEGER, cpu INTEGER, blocked_function TEXT, dur INTEGER",
     "The same by CPU, which is that of running; of other states it is NULL.",
     "SELECT state, NULL, cpu, NULL, sum(dur) FROM thread_states_between($utid, $ts, $ts + $dur) GROUP BY state, cpu"},
    {"cpu_utilization_per_period", "interval INTEGER", kUtilization,
     "How busy the CPUs were in each period of so many nanoseconds, from the beginning of the trace on: from 0 to the "
     "number of CPUs, and from 0 to 1. A period in which nothing ran has no row.",
     TP_UTILIZATION("SELECT ts, end_ts FROM sched")},
    {"cpu_process_utilization_per_period", "interval INTEGER, upid INTEGER", kUtilization, "The same, of a process.",
     TP_UTILIZATION("SELECT ts, end_ts FROM sched WHERE upid = $upid")},
    {"cpu_process_utilization_per_second", "upid INTEGER", kUtilization, "The same, by the second.",
     "SELECT * FROM cpu_process_utilization_per_period(1000000000, $upid)"},
    {"cpu_thread_utilization_per_period", "interval INTEGER, utid INTEGER", kUtilization, "The same, of a thread.",
     TP_UTILIZATION("SELECT ts, end_ts FROM sched WHERE utid = $utid")},
    {"cpu_thread_utilization_per_second", "utid INTEGER", kUtilization, "The same, by the second.",
     "SELECT * FROM cpu_thread_utilization_per_period(1000000000, $utid)"},
};

#undef TP_UTILIZATION

// Those that are no queries.
struct Native {
  std::string_view name, arguments, columns, about;
};
constexpr Native kNative[] = {
    {"median", "X", "", "of a group: half of the numbers are below"},
    {"percentile", "X, P", "", "of a group: P of 100 of the numbers are below"},
    {"stddev", "X", "", "of a group: the standard deviation of a sample"},
    {"regexp", "Y, X", "", "whether the expression Y matches in X; X REGEXP Y is the same"},
    {"extract_arg", "arg_set_id, key", "", "the value of an argument"},
    {"time_from_ns", "N", "", "nanoseconds"},
    {"time_from_us", "N", "", "so many microseconds in nanoseconds"},
    {"time_from_ms", "N", "", "so many milliseconds in nanoseconds"},
    {"time_from_s", "N", "", "so many seconds in nanoseconds"},
    {"time_from_min", "N", "", "so many minutes in nanoseconds"},
    {"time_from_hours", "N", "", "so many hours in nanoseconds"},
    {"time_from_days", "N", "", "so many days in nanoseconds"},
    {"time_to_ns", "NS", "", "nanoseconds"},
    {"time_to_us", "NS", "", "how many whole microseconds these nanoseconds are"},
    {"time_to_ms", "NS", "", "how many whole milliseconds these nanoseconds are"},
    {"time_to_s", "NS", "", "how many whole seconds these nanoseconds are"},
    {"time_to_min", "NS", "", "how many whole minutes these nanoseconds are"},
    {"time_to_hours", "NS", "", "how many whole hours these nanoseconds are"},
    {"time_to_days", "NS", "", "how many whole days these nanoseconds are"},
    {"thread_states_between", "utid, from_ts, to_ts", "id, ts, dur, state, cpu",
     "a table: the states of a thread in a range, cut to it"},
    {"critical_path", "utid, from_ts, to_ts",
     "ts, dur, utid, state, kind, stop, depth, cpu, priority, waker_utid, irq_context, waker_handler, at_most, "
     "uncertain, requests, request, request_device, request_sector, request_sectors, request_ts",
     "a table: who held up a thread in a range, moment by moment"},
    {"compare_functions", "a, b, a_from, a_to, b_from, b_to",
     "name, before, kind, guessed, noise, off_cpu, change, by_calls, by_each, calls_change, total_change, noise_below, "
     "calls_a, total_a, self_a, self_doubt_a, at_most_a, open_a, unbegun_a, calls_b, total_b, self_b, self_doubt_b, "
     "at_most_b, open_b, unbegun_b, guessed_by, inlined_into, inlined, inlined_change, moved, moved_from, "
     "moved_to",
     "a table: which functions differ between two traces or ranges"},
};

std::string quotedText(std::string_view text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

// Calls `visit(name, type)` for each of a list.
template <typename Visit>
void eachOf(std::string_view list, Visit visit) {
  while (!list.empty()) {
    const size_t comma = std::min(list.find(", "), list.size());
    const std::string_view one = list.substr(0, comma);
    const size_t blank = one.find(' ');
    visit(one.substr(0, blank), one.substr(blank + 1));
    list.remove_prefix(std::min(comma + 2, list.size()));
  }
}

}  // namespace

std::span<const SqlLibraryFunction> sqlLibrary() {
  return kFunctions;
}

std::string sqlFunctionList() {
  std::string rows;
  const auto add = [&rows](std::string_view name, std::string_view arguments, std::string_view columns,
                           std::string_view about) {
    rows += (rows.empty() ? "(" : ", (") + quotedText(name) + ", " + quotedText(arguments) + ", " +
            quotedText(columns) + ", " + quotedText(about) + ")";
  };
  for (const Native& one : kNative) add(one.name, one.arguments, one.columns, one.about);
  for (const SqlLibraryFunction& one : sqlLibrary()) add(one.name, one.arguments, one.columns, one.about);
  return "SELECT column1 AS name, column2 AS arguments, column3 AS columns, column4 AS about FROM (VALUES " + rows +
         ")";
}

std::string nativeFunctionsText() {
  std::string text;
  for (const Native& one : kNative) {
    text += "-- " + std::string(one.about) + "\n--   " + std::string(one.name) + "(" + std::string(one.arguments) + ")";
    text += one.columns.empty() ? "\n" : ": " + std::string(one.columns) + "\n";
  }
  return text;
}

SqlFunction functionOf(const SqlLibraryFunction& one) {
  SqlFunction made;
  made.name = one.name;
  eachOf(one.arguments, [&](std::string_view name, std::string_view) { made.arguments.emplace_back(name); });
  eachOf(one.columns, [&](std::string_view name, std::string_view type) {
    made.columns.push_back({std::string(name), std::string(type)});
  });
  made.query = one.select;
  return made;
}

std::string textOf(const SqlLibraryFunction& one) {
  const std::string returns = one.columns.empty() ? "INTEGER" : "TABLE(" + std::string(one.columns) + ")";
  return "CREATE PERFETTO FUNCTION " + std::string(one.name) + "(" + std::string(one.arguments) + ")\n  RETURNS " +
         returns + " AS\n  " + std::string(one.select) + ";";
}

}  // namespace tp
