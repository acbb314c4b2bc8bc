// EventCursor goes through the rows of the table of events, all streams in one order.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/decode/event_row.h"
#include "core/tables/event_runs.h"
#include "core/tables/table_trace.h"

namespace tp {

class EventCursor {
 public:
  // What leaves rows out early.
  struct Limits {
    Time from = INT64_MIN, to = INT64_MAX;
    int64_t first = 0, last = INT64_MAX;  // numbers of rows
    std::optional<std::string> name;
    bool part = false;  // the rows are a part, of which another one may be read next
  };

  // `durations`: lasted() is needed, which takes all rows before. `words`: row().args is needed.
  EventCursor(TableTrace& trace, Limits limits, bool durations, bool words);
  // Leaves its place to other cursors.
  ~EventCursor();
  EventCursor(const EventCursor&) = delete;
  EventCursor& operator=(const EventCursor&) = delete;

  // Moves to the next row within the limits. Returns false behind the last one.
  bool next();
  // The number of the row in the table of events, from 0 on.
  int64_t number() const { return run_->row(); }
  const Filter::Lasted& lasted() const { return run_->lasted(); }
  // After next() has returned false: whether there are no rows behind those of the limits.
  bool ended() const { return run_->row() < limits_.last; }
  // The name of the current row, made without its description if that is possible. Valid until next().
  std::string_view name();
  // The description of the current row, made when it is first asked for.
  const EventRow& row();

 private:
  bool step();

  TableTrace& trace_;
  Limits limits_;
  bool ranged_;  // it reads but a part of the rows
  std::unique_ptr<EventRun> run_;
  bool stands_ = false;  // the run stands at the first row already
  EventRow row_;
  bool described_ = false;
};

}  // namespace tp
