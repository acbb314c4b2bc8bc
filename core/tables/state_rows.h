// StateRows goes through the units that tell what the scheduler did, and makes the spans of threads' states by the code
// that `tracepane sched` sums them up with.
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/scheduling_aggregator.h"
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
  // All spans were told.
  virtual void finish(CodedBatch& out) { (void)out; }

  TableTrace& trace() { return trace_; }
  RowFilter& filter() { return filter_; }
  // Returns the place of a track of the reader; null if it is not in the index.
  const TrackPlace* placeOf(TrackId track);
  // Sets the columns with which the rows of such tables end: tid, thread_name, upid, pid, process_name, trace.
  static void tellThread(const TrackPlace& place, int64_t* cells);

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

}  // namespace tp
