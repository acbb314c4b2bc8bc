// StateRows goes through the units that tell what the scheduler did, and makes the spans of threads' states by the code
// that `tracepane sched` sums them up with.
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <memory>
#include <vector>

#include "core/analysis/scheduling_aggregator.h"
#include "core/decode/block_request.h"
#include "core/decode/record_driver.h"
#include "core/tables/row_filter.h"
#include "core/tables/table_trace.h"

namespace tp {

class StateRows : public RowSource {
 public:
  // Both must outlive this.
  StateRows(TableTrace& trace, const CodedTable& table, const TableQuery& query);
  bool fill(CodedBatch& out) final;

 protected:
  // A span has ended. `place` is the thread's; `number` counts the spans of the trace from 0 on.
  virtual void span(const StateSpan& span, const TrackPlace& place, int64_t number, CodedBatch& out) = 0;
  // Requests of block devices that had completed in an interrupt, before it wakes a thread by what span() tells next.
  virtual void request(const WakingRequest& told) { (void)told; }
  // All spans were told.
  virtual void finish(CodedBatch& out) { (void)out; }

  TableTrace& trace() { return trace_; }
  RowFilter& filter() { return filter_; }
  // Returns the place of a track of the reader; null if it is not in the index.
  const TrackPlace* placeOf(TrackId track);
  // Sets the columns of kThreadColumns, with which the rows of such tables end.
  static void tellThread(const TrackPlace& place, int64_t* cells);
  // Sets waker_utid, irq_context and waker_handler. `woken`: the span that a waking began; null: there is none.
  void tellWaking(const StateSpan* woken, int64_t* cells);

 private:
  // So many rows are held back until a switch is met.
  static constexpr size_t kMaxHeld = size_t{1} << 16;

  bool startUnit();
  bool drawsThreads(size_t unit) const;
  void decide(bool switches, CodedBatch& out);

  TableTrace& trace_;
  RowFilter filter_;
  SchedulingAggregator scheduling_;
  std::vector<const TrackPlace*> places_;  // by the reader's track; null: not looked up yet, or not there
  // If no record of the trace is a switch, nothing is known of any thread, and there are no rows
  // (Scheduling::finish()).
  bool decided_ = false;      // whether there are switches is known
  CodedBatch held_;           // rows so far, before that
  CodedBatch* out_ = &held_;  // where rows go
  size_t unit_ = 0;
  bool told_ = false;
  std::unique_ptr<RecordDriver> driver_;
  RecordBatch batch_;
  int64_t number_ = 0;
  bool finished_ = false;
};

// Makes a row when it is known what the thread did next.
class FollowedRows : public StateRows {
 public:
  using StateRows::StateRows;

 protected:
  struct Held {
    StateSpan span;
    const TrackPlace* place = nullptr;
    int64_t number = 0;
  };
  // Whether the span has a row.
  virtual bool has(const StateSpan& span) const = 0;
  // `next`: what follows at once; null if that is not known.
  virtual void make(const Held& held, const StateSpan* next, CodedBatch& out) = 0;

 private:
  void span(const StateSpan& span, const TrackPlace& place, int64_t number, CodedBatch& out) final;
  void finish(CodedBatch& out) final;

  std::map<TrackId, Held> waiting_;  // by thread
};

// A table of such rows, whose first column is `id`.
class StateTable : public CodedTable {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};
  // The positions of the columns whose codes are not those of the trace's texts.
  struct Columns {
    uint32_t state = kNone, incomplete = kNone, context = kNone, handler = kNone, operation = kNone;
  };
  // `trace` must outlive the table.
  StateTable(TableTrace& trace, const Columns& columns) : trace_(trace), special_(columns) {}

  uint32_t idColumn() const final { return 0; }
  std::string_view text(size_t column, int64_t code) const final;

 protected:
  TableTrace& trace() { return trace_; }

 private:
  TableTrace& trace_;
  const Columns special_;
};

// The columns about the thread, with which the rows of such tables end.
inline constexpr uint8_t kOfThread = TableColumn::kLimits | TableColumn::kGroups;
inline constexpr TableColumn kThreadColumns[] = {
    {"tid", TableColumn::Type::Integer, kOfThread, "id of the thread"},
    {"thread_name", TableColumn::Type::Text, kOfThread, "name of the thread"},
    {"upid", TableColumn::Type::Integer, kOfThread, "process.upid"},
    {"pid", TableColumn::Type::Integer, kOfThread, "id of the process"},
    {"process_name", TableColumn::Type::Text, kOfThread, "name of the process"},
    {"trace", TableColumn::Type::Text, kOfThread, "name of the trace, of several"},
};
// Returns a table's own columns, with these behind.
template <size_t N>
constexpr std::array<TableColumn, N + std::size(kThreadColumns)> withThread(const TableColumn (&own)[N]) {
  std::array<TableColumn, N + std::size(kThreadColumns)> all{};
  std::copy(std::begin(own), std::end(own), all.begin());
  std::copy(std::begin(kThreadColumns), std::end(kThreadColumns), all.begin() + N);
  return all;
}

}  // namespace tp
