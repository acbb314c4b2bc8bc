// PlaceScan reads a trace once from front to back, and notes the places from which scans of ranges go on, so that the
// first question about a range finds them. It is given up by destroying it: what is noted by then stays.
#pragma once

#include <memory>

#include "core/tables/coded_rows.h"
#include "core/tables/table_trace.h"

namespace tp {

class PlaceScan {
 public:
  // `drawn` is a table of `trace` that is made of what is drawn, such as slice. Both must outlive this, and be used by
  // the same thread.
  PlaceScan(TableTrace& trace, CodedTable& drawn);
  ~PlaceScan();
  PlaceScan(const PlaceScan&) = delete;
  PlaceScan& operator=(const PlaceScan&) = delete;

  // Reads on, for some milliseconds. Returns false when all places are noted, or the trace was cancelled.
  bool step();

 private:
  bool stepDrawn();
  bool stepEvents();

  TableTrace& trace_;
  TableQuery nothing_;                // a range behind all times
  std::unique_ptr<RowSource> drawn_;  // null: all units were read
  CodedBatch rows_;                   // of no use
  int64_t row_ = 0;                   // the next one of the table of events
};

}  // namespace tp
