#include "core/analysis/compare/side_latencies.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/trace/cpu_track.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

// Names of a trace may be shown alike: they are one row.
using RowsByName = std::unordered_map<std::string, size_t>;

TimedRow& addRow(SideTimes& times, RowsByName& rows, LatencyKind kind, std::string name) {
  const auto [place, isNew] = rows.emplace(name, times.rows.size());
  if (!isNew) return times.rows[place->second];
  times.told[static_cast<size_t>(kind)] = true;
  TimedRow& row = times.rows.emplace_back();
  row.kind = static_cast<size_t>(kind);
  row.name = std::move(name);
  return row;
}

void setDurations(TimedRow& row, const DurationCounts& durations) {
  row.durations.merge(durations);
  row.figures.max = row.figures.count > 0 && durations.size() > 0 ? std::max(row.figures.max, durations.max()) : 0;
  row.figures.median.reset();
  if (row.figures.count > 0) row.figures.median = quantile(row.durations.sorted(), row.figures.count, 0.5);
}

}  // namespace

TimedKinds latencyTimes() {
  static const std::array<TimedKind, kLatencyKinds> kKinds = [] {
    std::array<TimedKind, kLatencyKinds> kinds{};
    for (size_t kind = 0; kind < kLatencyKinds; ++kind)
      kinds[kind] = {kLatencyKeys[kind], kLatencyNames[kind], kLatencyTitles[kind], true};
    return kinds;
  }();
  return {"latency", "latencies", kKinds};
}

SideTimes noLatencies(ComparedSide side) {
  return {std::move(side), latencyTimes(), std::vector<bool>(kLatencyKinds), {}};
}

void addSlices(SideTimes& times, SliceKind kind, std::span<const SliceGroup> groups, const NameTable& names) {
  RowsByName rows;
  for (const SliceGroup& group : groups) {
    std::string name =
        group.key.of == GroupKey::Of::Name ? std::string(names.view(group.key.id)) : std::string(group.key.text);
    const LatencyKind of = latencyKind(kind, name);
    TimedRow& row = addRow(times, rows, of, std::move(name));
    TimedFigures& figures = row.figures;
    const bool first = figures.none();
    figures.count += group.sums.count;
    figures.atMost += group.sums.atMost;
    figures.unknown += group.sums.unknown;
    figures.sum = plus(figures.sum, group.sums.total);
    figures.setHalves(first ? group.sums.early : 0, group.sums.earlyTotal);
    setDurations(row, group.durations);
  }
}

void addSoftirqs(SideTimes& times, const SoftirqWaits& waits, const TrackTable& tracks) {
  RowsByName rows;
  for (const auto& [number, wait] : waits) {
    TimedRow& row = addRow(times, rows, LatencyKind::SoftirqPending,
                           wait.name.empty() ? "softirq " + std::to_string(number) : wait.name);
    row.figures.count += wait.count;
    row.figures.unknown += wait.unknown;
    row.figures.sum = plus(row.figures.sum, wait.sum);
    row.figures.setHalves(wait.early, wait.earlySum);
    if (wait.count > 0 && (row.track == kNoTrack || wait.longest > row.figures.max)) {
      row.track = trackOfCpu(tracks, wait.cpu, wait.trace, {});
      row.at = wait.raised;
    }
    setDurations(row, wait.durations);
  }
}

void addWakeups(SideTimes& times, const Scheduling& scheduling, const TrackTable& tracks,
                std::span<const int64_t> tids) {
  if (!scheduling.wakeups) return;
  RowsByName rows;
  TimedRow& row = addRow(times, rows, LatencyKind::Wakeup, "wakeup");
  TimedFigures& figures = row.figures;
  if (tids.empty()) {
    figures.count = scheduling.latencyCount;
    figures.atMost = scheduling.atMost;
    figures.unknown = scheduling.uncertain;
    figures.sum = scheduling.latencySum;
    figures.setHalves(scheduling.early, scheduling.earlySum);
    if (!scheduling.worst.empty()) {
      row.track = scheduling.worst.front().state;
      row.at = scheduling.worst.front().woken;
      figures.maxExact = !scheduling.worst.front().atMost;
    }
    return setDurations(row, scheduling.latencies);
  }
  for (const ThreadScheduling& one : scheduling.threads) {
    if (std::find(tids.begin(), tids.end(), tracks[one.thread].key.tid) == tids.end()) continue;
    figures.count += one.latencies;
    figures.atMost += one.atMost;
    figures.unknown += one.wakeups - std::min(one.wakeups, one.latencies);
    figures.sum = plus(figures.sum, one.latencySum);
    figures.max = std::max(figures.max, one.latencyMax);
  }
}

}  // namespace tp
