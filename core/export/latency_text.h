// How long wakeups, system calls, interrupts, softirqs and requests of block devices took, as text, CSV and JSON, for
// the command line and for scripts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/latency_kinds.h"
#include "core/analysis/slice_groups.h"
#include "core/analysis/slice_list.h"
#include "core/analysis/softirq_waits.h"
#include "core/analysis/waits/cpu_user_words.h"
#include "core/analysis/waits/wait_words.h"

namespace tp {

// Durations of a kind with one name. Times are in clock units.
struct LatencyRow {
  LatencyKind kind = LatencyKind::Wakeup;
  std::string name;
  uint64_t count = 0;    // of known duration
  uint64_t atMost = 0;   // of these, upper bounds
  uint64_t unknown = 0;  // others
  Time median = 0, p95 = 0, p99 = 0, max = 0;
  TrackId track = kNoTrack;  // where one of the longest is: the first one; kNoTrack: there is none
  Time at = 0;               // when that began
  bool maxAtMost = false;

  // One of its durations; nothing if none is known.
  std::optional<Time> known(Time duration) const { return count > 0 ? std::optional(duration) : std::nullopt; }
};

// One of the worst wakeups, and why the thread waited so long.
struct WorstWakeup {
  WakeupLatency latency;
  WaitWords why;
};

struct LatencyTable {
  std::vector<LatencyRow> rows;  // by kind; of a kind, those with the greatest sum first
  std::vector<WorstWakeup> worst;
  WaitWords pending;  // of the softirq that was pending the longest; empty: none was, or it is not told yet
};

inline constexpr size_t kMaxWorstWakeups = 10;

// Adds the answer to latencyQuery() of a kind.
void addLatencies(LatencyTable& table, const TraceIndex& index, SliceKind kind, std::span<const SliceGroup> groups,
                  std::span<const SortedSlice> longest);
// What to ask for the places of the longest slices of names that are not among those; nothing if none is missing. The
// answer goes to placeLongest().
std::optional<SliceQuery> longestQuery(const LatencyTable& table, SliceKind kind);
void placeLongest(LatencyTable& table, const TraceIndex& index, SliceKind kind, std::span<const SortedSlice> longest);
// Adds how long softirqs were pending.
void addSoftirqs(LatencyTable& table, const TraceIndex& index, const SoftirqWaits& waits);
// Returns the softirq that was pending the longest, of the first of equal ones; nothing if none is known to have been.
// It is valid as long as the table's rows.
std::optional<PendingSoftirq> longestPending(const LatencyTable& table);
// Adds the wakeups, as one row. The worst are added without a reason.
void addWakeups(LatencyTable& table, const Scheduling& scheduling);

std::string latenciesReport(const LatencyTable& table, const TraceIndex& index);
std::string latenciesCsv(const LatencyTable& table, const TraceIndex& index);
// `note`: what else is to be said, a member of it; empty: nothing.
std::string latenciesJson(const LatencyTable& table, const TraceIndex& index, std::string_view note = {});

}  // namespace tp
