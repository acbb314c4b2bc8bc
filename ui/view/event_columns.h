// The columns of the event table, and the texts of its cells.
#pragma once

#include <string>
#include <vector>

#include "core/decode/row_fields.h"
#include "ui/view/context.h"

namespace tp::ui {

enum class EventColumn : uint8_t {
  Number,
  Time,
  Cpu,
  Thread,
  Flags,
  Kind,
  Name,
  Stream,
  Buffer,
  Depth,
  Addr,
  Tsc,
  Id,
  Syscall,
  Trace,
  Duration,  // only if the table lists calls, or hits of a search for durations
  Args       // last, since it takes the remaining width
};
inline constexpr int kEventColumns = 17;

struct ColumnLook {
  const char* title;
  // In device-independent pixels.
  float width;
  bool number;     // right-aligned
  RowField field;  // what the column shows; None: the position of the row, which a CSV file does not have
};
const ColumnLook& lookOf(EventColumn column);
// Returns the column's title in the table as it is: Duration is Waited where the filter asks for that alone.
const char* titleOf(EventColumn column, const Context& c);
// Returns whether the rows that the table lists have this column at all; otherwise it can't be shown.
bool hasColumn(EventColumn column, const Context& c);
// Returns whether the column is shown until the user changes that.
bool shownAtFirst(EventColumn column, const TraceIndex& index);

// The names of the shown columns for a CSV file, those of fields included.
std::vector<std::string> csvColumns(const Context& c);

// The text of a cell. `number`: position of the row in the table, from 0.
std::string cellText(const Context& c, const TableRow& row, uint64_t number, EventColumn column);

}  // namespace tp::ui
