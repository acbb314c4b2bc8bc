// The columns of the panel of slices, and what stands in them.
#pragma once

#include <string>
#include <vector>

#include "core/export/slice_rows.h"
#include "ui/view/context.h"

namespace tp::ui {

enum class SliceColumn : uint8_t { Begin, Duration, Self, Thread, Name, Caller, Cpu, Argument, Arguments, Result, Why };

struct ShownColumn {
  SliceColumn column = SliceColumn::Begin;
  std::string field = {};  // of Argument: the field of the records

  // What SlicesView::sortBy() takes; empty: the list can't be sorted by it.
  std::string sort() const;
  std::string title() const;
};

// The listed slices, for core/export/slice_rows.h.
SliceRows sliceRows(const WindowState& c, const TraceIndex& index);

// The columns that the rows have something for, in their order. Arguments have a column each if all rows are of one
// name, else one column together.
std::vector<ShownColumn> shownColumns(const WindowState& c, const TraceIndex& index);
// The same and, where the trace tells it, why the slices took their time.
std::vector<ShownColumn> drawnColumns(Context& c);
// Returns the text of a cell; empty if nothing is known.
std::string sliceCellText(Context& c, const SliceRows& rows, size_t row, const ShownColumn& column);

// "42 of 60 · 20.2 ms": how many slices are listed of how many, and how long they took.
std::string sliceCounts(const WindowState& c, const ClockInfo& clock);
// "nap", "calls": what is listed, for titles.
std::string sliceSubject(const Context& c);
// The same; empty if the list has no title, and slices of several names.
std::string onlySubject(const Context& c);

}  // namespace tp::ui
