// EventCursor goes through the rows of the table of events, all streams in one order.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/event_merge.h"
#include "core/analysis/row_durations.h"
#include "core/decode/event_row.h"
#include "core/tables/table_trace.h"

namespace tp {

class EventCursor {
 public:
  // What leaves rows out early.
  struct Limits {
    Time from = INT64_MIN, to = INT64_MAX;
    std::optional<std::string> name;
  };

  // `durations`: lasted() is needed. `words`: row().args is needed.
  EventCursor(TableTrace& trace, Limits limits, bool durations, bool words);

  // Moves to the next row within the limits. Returns false behind the last one.
  bool next();
  // The number of the row in the table of events, from 0 on.
  int64_t number() const { return number_; }
  const Filter::Lasted& lasted() const { return lasted_; }
  // The name of the current row, made without its description if that is possible. Valid until next().
  std::string_view name();
  // The description of the current row, made when it is first asked for.
  const EventRow& row();

 private:
  TableTrace& trace_;
  Limits limits_;
  bool quiet_;
  bool durations_;
  EventMerge merge_;
  RowDurations lastedOf_;
  Filter::Lasted lasted_;
  EventRow row_;
  bool described_ = false;
  int64_t number_ = -1;
};

}  // namespace tp
