// Where a row of the event table lies on the timeline.
#pragma once

#include "core/index/trace_index.h"
#include "core/session/rows/table_row.h"
#include "ui/view/seek.h"

namespace tp::ui {

// On its own track where it draws something; else on that of its thread, or of its CPU. Track kNoTrack: nowhere.
Seek placeOf(const TraceIndex& index, const TableRow& row);

}  // namespace tp::ui
