// What tables are made from: a trace that is decoded from front to back, and what is known of it as a whole.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/analysis/call_tree.h"
#include "core/analysis/compare/function_changes.h"
#include "core/analysis/function_stats.h"
#include "core/analysis/scheduling.h"
#include "core/decode/format.h"
#include "core/index/trace_index.h"
#include "core/tables/event_runs.h"
#include "core/tables/text_pool.h"
#include "core/tables/track_numbers.h"
#include "core/tables/unit_groups.h"
#include "core/tables/unit_points.h"

namespace tp {

class WaitGraph;

// What is known when all of the trace has been read, computed when it is asked for first. Front ends implement it by
// what they show of a trace, so that tables say the same. References are valid as long as this.
class TraceFacts {
 public:
  virtual ~TraceFacts() = default;

  // Complete, or as complete as the files let it be.
  virtual const TraceIndex& index() = 0;
  // Of the whole trace, finished; tracks and names are those of index().
  virtual const Scheduling& scheduling() = 0;
  // Likewise.
  virtual const WaitGraph& waits() = 0;
  // Of the whole trace.
  struct Functions {
    FunctionTable table;
    const NameTable* names = nullptr;
  };
  virtual const Functions& functions() = 0;
  // Those of `tracepane stacks`; null if they can't be told.
  struct Stacks {
    const CallTree* tree = nullptr;
    const NameTable* names = nullptr;
  };
  virtual const Stacks& stacks() = 0;
  // The functions of one of joined traces, by TracePart::number, or of all (kEveryTrace), as `tracepane compare` counts
  // them; within a range, or of all times if begin > end.
  virtual SideFunctions compared(uint32_t trace, Time begin, Time end, const FunctionsWanted& wanted) = 0;
};

// Shared by the tables of a trace, which it must outlive. Used by one thread.
class TableTrace {
 public:
  // All must outlive this. The readers were just opened, and decode for the tables only: `reader` what is drawn, with
  // the names of `tracepane functions`, `events` the rows of the table of events, with the names that it has.
  // `cancelled` is set, by any thread, to give a query up: cursors then end. `meanwhile`, which may be null, is called
  // often while cursors read.
  TableTrace(TraceReader& reader, TraceReader& events, const FileSet& files, TraceFacts& facts,
             const std::atomic<bool>& cancelled, std::function<void()> meanwhile = {})
      : reader_(reader),
        events_(events),
        files_(files),
        facts_(facts),
        cancelled_(cancelled),
        meanwhile_(std::move(meanwhile)) {}
  TableTrace(const TableTrace&) = delete;
  TableTrace& operator=(const TableTrace&) = delete;

  TraceReader& reader() const { return reader_; }
  TraceReader& events() const { return events_; }
  const FileSet& files() const { return files_; }
  TraceFacts& facts() const { return facts_; }
  // Asked by cursors at least once for some hundred records.
  bool cancelled() const {
    if (meanwhile_) meanwhile_();
    return cancelled_;
  }
  TextPool& pool() { return pool_; }
  // Needs the index.
  const TrackNumbers& numbers() {
    if (!numbers_) numbers_.emplace(facts_.index(), pool_);
    return *numbers_;
  }
  size_t units() const { return reader_.streams().size() + reader_.merges().size(); }
  // Neighbouring units of which scans by several threads read each group in one go: the first unit of each group, then
  // units().
  const std::vector<size_t>& unitGroups() {
    if (unitGroups_.empty()) unitGroups_ = groupUnits(reader_);
    return unitGroups_;
  }

  // Where scans can go on in a unit; null if that was not noted yet.
  const UnitPoints* points(size_t unit) const { return unit < points_.size() ? points_[unit].get() : nullptr; }
  // The same for events().
  EventRuns& eventRuns() {
    if (!eventRuns_) eventRuns_.emplace(events_, files_, placeRows_, placeBytes_);
    return *eventRuns_;
  }
  // For tests with small traces: notes points after this many records, in at most so many bytes of each kind. Called
  // first.
  void notePointsEvery(int64_t records, uint64_t mostBytes = kMaxPlaceBytes) {
    pointRecords_ = placeRows_ = records;
    placeBytes_ = mostBytes;
  }
  std::unique_ptr<UnitPoints> newPoints() const {
    return std::make_unique<UnitPoints>(pointRecords_, placeBytes_ / std::max<size_t>(units(), 1));
  }
  // Keeps the first that are given.
  void keepPoints(size_t unit, std::unique_ptr<UnitPoints> points) {
    points_.resize(units());
    if (unit < points_.size() && !points_[unit]) points_[unit] = std::move(points);
  }

  // Return whether a unit of reader(), or any of events(), was not decoded before: its warnings are then told. Further
  // times it is to be decoded quietly (WarningLog::Quiet).
  bool firstRead(size_t unit) {
    if (read_.empty()) read_.resize(units());
    if (unit >= read_.size() || read_[unit]) return false;
    return read_[unit] = true;
  }
  bool firstEvents() { return !std::exchange(eventsRead_, true); }

 private:
  TraceReader& reader_;
  TraceReader& events_;
  const FileSet& files_;
  TraceFacts& facts_;
  const std::atomic<bool>& cancelled_;
  const std::function<void()> meanwhile_;
  TextPool pool_;
  std::optional<TrackNumbers> numbers_;
  bool eventsRead_ = false;
  std::vector<bool> read_;                           // by unit
  std::vector<std::unique_ptr<UnitPoints>> points_;  // by unit
  std::vector<size_t> unitGroups_;
  // Of UnitPoints, and of the places and the points of EventPlaces.
  static constexpr uint64_t kMaxPlaceBytes = uint64_t{32} << 20;
  int64_t pointRecords_ = 4096, placeRows_ = 1024;
  uint64_t placeBytes_ = kMaxPlaceBytes;
  std::optional<EventRuns> eventRuns_;
};

}  // namespace tp
