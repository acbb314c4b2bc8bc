// Runs through the rows of the table of events. Those of a range begin at a place that was noted before, or go on where
// an earlier run was left: a join looks up one row after the other.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/analysis/event_merge.h"
#include "core/analysis/row_durations.h"

namespace tp {

class EventRun {
 public:
  // From the first row on. `durations`: lasted() is needed. The reader and files must outlive the run.
  EventRun(TraceReader& reader, const FileSet& files, bool durations) : merge_(reader, files) {
    if (durations) durations_.emplace();
  }
  // From a place on, null: from the first row on, and notes further places. `places` must outlive the run.
  EventRun(TraceReader& reader, const FileSet& files, EventPlaces& places, const EventPlaces::Place* from)
      : merge_(reader, files, places, from), places_(&places), row_(from == nullptr ? -1 : from->row - 1) {}

  // Moves to the next row. Returns false behind the last one.
  bool next();
  // The number of the row that next() moved to; before, that of the row before.
  int64_t row() const { return row_; }
  // Whether it stands at a row.
  bool stands() const { return stands_; }
  // How long what the row ends has lasted, of a run that knows of durations.
  const Filter::Lasted& lasted() const { return lasted_; }
  bool hasDurations() const { return durations_.has_value(); }
  EventMerge& merge() { return merge_; }
  const EventMerge& merge() const { return merge_; }

  bool quiet = true;  // the warnings of what it reads are told by another one

 private:
  EventMerge merge_;
  EventPlaces* places_ = nullptr;
  std::optional<RowDurations> durations_;
  Filter::Lasted lasted_;
  int64_t row_ = -1;
  bool stands_ = false;
};

// The runs of ranges.
class EventRuns {
 public:
  // `rows`, `mostBytes`: as of EventPlaces. The reader and files must outlive this, and this the runs.
  EventRuns(TraceReader& reader, const FileSet& files, int64_t rows, uint64_t mostBytes)
      : reader_(reader), files_(files), places_(reader.streams().size(), rows, mostBytes) {}

  // Returns a run that stands at a row or before it.
  std::unique_ptr<EventRun> take(int64_t row);
  // Takes a run back that others may go on with.
  void give(std::unique_ptr<EventRun> run);
  const EventPlaces& places() const { return places_; }

  // The same for parts of the rows, which are read in their order: no places are noted.
  std::unique_ptr<EventRun> takePart(int64_t row, bool durations);
  void givePart(std::unique_ptr<EventRun> run) { part_ = std::move(run); }

 private:
  // Each keeps a driver, with a piece of its file, for every stream that it has met.
  static constexpr size_t kKept = 2;

  TraceReader& reader_;
  const FileSet& files_;
  EventPlaces places_;
  std::vector<std::unique_ptr<EventRun>> kept_;  // the last that was given comes last
  std::unique_ptr<EventRun> part_;               // stands behind the part that was read last
};

}  // namespace tp
