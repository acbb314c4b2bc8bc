// Where a listed or plotted slice is on the timeline.
#pragma once

#include "core/analysis/slice_list.h"
#include "core/analysis/slice_points.h"
#include "core/index/trace_index.h"
#include "ui/view/seek.h"

namespace tp::ui {

// `kind`: of the list that it is from.
Seek placeOf(const TraceIndex& index, const ListedSlice& slice, SliceKind kind);
Seek placeOf(const TraceIndex& index, const SlicePoint& point, SliceKind kind);

}  // namespace tp::ui
