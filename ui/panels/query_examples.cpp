#include "ui/panels/query_examples.h"

namespace tp::ui {
namespace {

// In which traces an example finds something.
enum class In : uint8_t { Calls, Kernel, All };

struct Entry {
  In in;
  QueryExample example;
};

bool finds(In in, const FormatTraits& traits) {
  // What such a trace has is not known.
  if (in == In::All || (!traits.calls && !traits.kernel)) return true;
  return in == In::Calls ? traits.calls : traits.kernel;
}

constexpr Entry kEntries[] = {
    {In::Calls,
     {"Functions by time",
      "SELECT name, count(*) AS calls, sum(dur) AS time, max(dur) AS longest\nFROM slice\nWHERE dur >= 0\n"
      "GROUP BY name\nORDER BY time DESC"}},
    {In::Kernel,
     {"The longest waits for a CPU",
      "SELECT s.ts, s.dur, s.assumed, s.thread_name, s.tid, w.name AS woken_by, s.utid, s.state\n"
      "FROM thread_state AS s\nLEFT JOIN thread AS w ON w.utid = s.waker_utid\nWHERE s.state IN ('R', 'R+')\n"
      "ORDER BY s.dur DESC\nLIMIT 100"}},
    {In::Kernel,
     {"The longest sleep of each thread",
      "SELECT thread_name, tid, ts, max(dur) AS dur, assumed, utid, state\nFROM thread_state\nWHERE state = 'S'\n"
      "GROUP BY utid\nORDER BY dur DESC"}},
    {In::Kernel,
     {"Time of each thread by state",
      "SELECT thread_name, tid, state, sum(dur) AS time, sum(assumed) AS assumed\nFROM thread_state\n"
      "WHERE dur >= 0\nGROUP BY utid, state\nORDER BY time DESC"}},
    {In::All,
     {"The longest slices",
      "SELECT ts, dur, name, thread_name, depth, track_id\nFROM slice\nORDER BY dur DESC\nLIMIT 100"}},
    {In::Calls,
     {"What the longest call called itself",
      "WITH longest AS (SELECT id FROM slice WHERE utid IS NOT NULL ORDER BY dur DESC LIMIT 1)\n"
      "SELECT s.name, s.ts, s.dur, s.depth, s.track_id\nFROM slice AS s\nJOIN longest ON s.parent_id = longest.id\n"
      "ORDER BY s.ts"}},
    {In::Calls,
     {"Threads by calls",
      "SELECT thread_name, tid, count(*) AS calls, max(depth) + 1 AS deepest\nFROM slice\nGROUP BY utid\n"
      "ORDER BY calls DESC"}},
    {In::All,
     {"Events by name",
      "SELECT name, kind, count(*) AS n, min(ts) AS ts, max(ts) AS last\nFROM event\nGROUP BY name, kind\n"
      "ORDER BY n DESC"}},
    {In::Kernel,
     {"Values of a field",
      "SELECT value, count(*) AS n\nFROM event_field\nWHERE event = 'sched_switch' AND key = 'prev_state'\n"
      "GROUP BY value\nORDER BY n DESC"}},
    {In::All, {"Threads", "SELECT * FROM thread"}},
    {In::All, {"What was lost or not recorded", "SELECT * FROM stats"}},
    {In::All, {"The tables and their columns", "SELECT * FROM table_column"}},
};

}  // namespace

std::vector<QueryExample> queryExamples(const FormatTraits& traits) {
  std::vector<QueryExample> out;
  for (const Entry& entry : kEntries)
    if (finds(entry.in, traits)) out.push_back(entry.example);
  return out;
}

}  // namespace tp::ui
