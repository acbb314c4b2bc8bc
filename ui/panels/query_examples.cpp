#include "ui/panels/query_examples.h"

namespace tp::ui {
namespace {

// For which formats an example is, as bits.
enum : unsigned { kUftrace = 1, kTraceCmd = 2, kLttng = 4, kXray = 8, kKernel = kTraceCmd | kLttng, kAll = 15 };

struct Entry {
  unsigned formats;
  QueryExample example;
};

constexpr Entry kEntries[] = {
    {kUftrace | kXray,
     {"Functions by time",
      "SELECT name, count(*) AS calls, sum(dur) AS time, max(dur) AS longest\nFROM slice\nWHERE dur >= 0\n"
      "GROUP BY name\nORDER BY time DESC"}},
    {kKernel,
     {"The longest waits for a CPU",
      "SELECT s.ts, s.dur, s.assumed, s.thread_name, s.tid, w.name AS woken_by, s.utid, s.state\n"
      "FROM thread_state AS s\nLEFT JOIN thread AS w ON w.utid = s.waker_utid\nWHERE s.state IN ('R', 'R+')\n"
      "ORDER BY s.dur DESC\nLIMIT 100"}},
    {kKernel,
     {"The longest sleep of each thread",
      "SELECT thread_name, tid, ts, max(dur) AS dur, assumed, utid, state\nFROM thread_state\nWHERE state = 'S'\n"
      "GROUP BY utid\nORDER BY dur DESC"}},
    {kKernel,
     {"Time of each thread by state",
      "SELECT thread_name, tid, state, sum(dur) AS time, sum(assumed) AS assumed\nFROM thread_state\n"
      "WHERE dur >= 0\nGROUP BY utid, state\nORDER BY time DESC"}},
    {kAll,
     {"The longest slices",
      "SELECT ts, dur, name, thread_name, depth, track_id\nFROM slice\nORDER BY dur DESC\nLIMIT 100"}},
    {kUftrace | kXray,
     {"What the longest call called itself",
      "WITH longest AS (SELECT id FROM slice WHERE utid IS NOT NULL ORDER BY dur DESC LIMIT 1)\n"
      "SELECT s.name, s.ts, s.dur, s.depth, s.track_id\nFROM slice AS s\nJOIN longest ON s.parent_id = longest.id\n"
      "ORDER BY s.ts"}},
    {kUftrace | kXray,
     {"Threads by calls",
      "SELECT thread_name, tid, count(*) AS calls, max(depth) + 1 AS deepest\nFROM slice\nGROUP BY utid\n"
      "ORDER BY calls DESC"}},
    {kAll,
     {"Events by name",
      "SELECT name, kind, count(*) AS n, min(ts) AS ts, max(ts) AS last\nFROM event\nGROUP BY name, kind\n"
      "ORDER BY n DESC"}},
    {kKernel,
     {"Values of a field",
      "SELECT value, count(*) AS n\nFROM event_field\nWHERE event = 'sched_switch' AND key = 'prev_state'\n"
      "GROUP BY value\nORDER BY n DESC"}},
    {kAll, {"Threads", "SELECT * FROM thread"}},
    {kAll, {"What was lost or not recorded", "SELECT * FROM stats"}},
    {kAll, {"The tables and their columns", "SELECT * FROM table_column"}},
};

}  // namespace

std::vector<QueryExample> queryExamples(std::string_view format) {
  auto has = [&](std::string_view name) { return format.find(name) != std::string_view::npos; };
  unsigned formats = 0;
  if (has("uftrace")) formats |= kUftrace;
  if (has("trace-cmd") || has("ftrace-text")) formats |= kTraceCmd;
  if (has("lttng")) formats |= kLttng;
  if (has("xray")) formats |= kXray;
  std::vector<QueryExample> out;
  for (const Entry& entry : kEntries)
    if ((entry.formats & (formats != 0 ? formats : kAll)) != 0) out.push_back(entry.example);
  return out;
}

}  // namespace tp::ui
