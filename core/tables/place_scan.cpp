#include "core/tables/place_scan.h"

#include <limits>

#include "core/tables/event_cursor.h"

namespace tp {

PlaceScan::PlaceScan(TableTrace& trace, CodedTable& drawn) : trace_(trace), rows_(drawn.columns().size()) {
  nothing_.wanted = 0;
  nothing_.limits.push_back({columnNamed(drawn, "ts"), std::numeric_limits<Time>::max()});
  drawn_ = drawn.scan(nothing_);
}

PlaceScan::~PlaceScan() = default;

bool PlaceScan::step() {
  if (trace_.cancelled()) return false;
  return stepDrawn() || stepEvents();
}

bool PlaceScan::stepDrawn() {
  if (!drawn_) return false;
  rows_.clear();
  if (!drawn_->fill(rows_)) drawn_.reset();
  return true;
}

bool PlaceScan::stepEvents() {
  constexpr int64_t kRows = 16384;
  EventCursor::Limits limits;
  limits.first = row_;
  limits.last = row_ + kRows - 1;
  EventCursor rows(trace_, std::move(limits), false, false);
  bool any = false;
  while (rows.next()) any = true;
  row_ += kRows;
  return any;
}

}  // namespace tp
