// The place of an event table's row on the timeline.
#pragma once

#include "core/index/trace_index.h"
#include "core/session/rows/table_row.h"
#include "ui/view/seek.h"

namespace tp::ui {

// Returns a place on the row's own track if it draws a mark there; else on the track of its CPU, or of its thread.
// `track` is kNoTrack if there is none.
Seek placeOf(const TraceIndex& index, const TableRow& row);

}  // namespace tp::ui
