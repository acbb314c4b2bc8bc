// Where a row of the event table lies on the timeline, and what is drawn there. The mark is looked for from frame to
// frame, while details arrive.
#pragma once

#include <optional>

#include "core/index/trace_index.h"
#include "core/session/table_row.h"

namespace tp::ui {

struct Context;
struct Selection;

struct RowPlace {
  TrackId track = kNoTrack;
  uint16_t depth = 0;
  Time time = 0;
  bool ends = false;   // the row ends what is there
  bool exact = false;  // what is there begins or ends with the row; else it is what covers its time
  int looks = 0;       // frames that looked for it
};

// Its own track where it draws something; else that of its thread, or of its CPU.
RowPlace placeOf(const TraceIndex& index, const TableRow& row);

// Between Session::beginFrame() and endFrame(). What is there once it is, after which `place` is reset; it also is
// where nothing is to be had, and then the place is shown.
std::optional<Selection> lookAt(Context& c, std::optional<RowPlace>& place);

}  // namespace tp::ui
