// The columns of the event table, and what they say of a row.
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
  Duration,  // where the table lists calls
  Args       // last, as it takes what room there is
};
inline constexpr int kEventColumns = 17;

struct ColumnLook {
  const char* title;
  float width;
  bool number;     // stands at the right
  RowField field;  // that it shows, and a CSV file has of it; None: the number of the row
};
const ColumnLook& lookOf(EventColumn column);
// Whether what the table lists has something there; else it can't be shown.
bool hasColumn(EventColumn column, const Context& c);
// Whether a trace's rows have something there that is worth showing from the beginning.
bool shownAtFirst(EventColumn column, const TraceIndex& index);

// The columns on the screen, those of fields included, as a CSV file names them.
std::vector<std::string> csvColumns(const Context& c);

// `number`: of the row, from 0.
std::string cellText(const Context& c, const TableRow& row, uint64_t number, EventColumn column);

}  // namespace tp::ui
