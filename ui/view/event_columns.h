// The columns of the event table, and the texts of its cells.
#pragma once

#include <iterator>
#include <string>
#include <vector>

#include "core/decode/row_fields.h"
#include "ui/view/context.h"

namespace tp::ui {

// A new column is a name here, and a row of kEventColumnLooks.
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

struct ColumnLook {
  const char* title;
  // In device-independent pixels.
  float width;
  bool number;     // right-aligned
  RowField field;  // what the column shows; None: the position of the row, which a CSV file does not have
};
// In the order of EventColumn.
inline constexpr ColumnLook kEventColumnLooks[] = {
    {"#", 84, true, RowField::None},
    {"Time", 132, true, RowField::Time},
    {"CPU", 34, true, RowField::Cpu},
    {"Thread", 150, false, RowField::Tid},
    {"Flags", 50, false, RowField::Flags},
    {"Kind", 62, false, RowField::Kind},
    {"Name", 220, false, RowField::Name},
    {"Stream", 110, false, RowField::Stream},
    {"Buffer", 80, false, RowField::Buffer},
    {"Depth", 40, true, RowField::Depth},
    {"Address", 110, false, RowField::Addr},
    {"TSC", 130, true, RowField::Tsc},
    {"Id", 60, true, RowField::Id},
    {"System call", 110, false, RowField::Syscall},
    {"Trace", 110, false, RowField::Trace},
    {"Duration", 84, true, RowField::Duration},
    {"Arguments", 400, false, RowField::Args},
};
inline constexpr int kEventColumns = static_cast<int>(std::size(kEventColumnLooks));
static_assert(kEventColumns == static_cast<int>(EventColumn::Args) + 1);

constexpr const ColumnLook& lookOf(EventColumn column) {
  return kEventColumnLooks[static_cast<size_t>(column)];
}
// Returns the column's title in the table as it is: Duration is Waited where the filter asks for that alone.
const char* titleOf(EventColumn column, const WindowState& c);
// Returns whether the rows that the table lists have this column at all; otherwise it can't be shown.
bool hasColumn(EventColumn column, const WindowState& c);
// Returns whether the column is shown until the user changes that.
bool shownAtFirst(EventColumn column, const TraceIndex& index);

// The names of the shown columns for a CSV file, those of fields included.
std::vector<std::string> csvColumns(const WindowState& c, const TraceIndex& index);

// The text of a cell. `number`: position of the row in the table, from 0.
std::string cellText(const Context& c, const TableRow& row, uint64_t number, EventColumn column);

}  // namespace tp::ui
