// Where times are drawn. The axis has the times of records; a trace of several may be drawn stretched on it
// (core/joint/stretch.h), and all that draws a track, or finds what is under the pointer, goes by drawnTimes().
#pragma once

#include <vector>

#include "core/index/time_bounds.h"
#include "core/index/trace_index.h"
#include "ui/view/marked_range.h"
#include "ui/view/window_state.h"

namespace tp::ui {

// How a trace or a track is stretched; null: it is drawn at its own times, as what is of no track (kNoTrack) is. Owned
// by WindowState::joint, and the same for all tracks of a trace.
const Stretch* stretchOfTrace(const WindowState& c, uint32_t number);
const Stretch* stretchOf(const WindowState& c, const TraceIndex& index, TrackId track);
const Stretch* stretchOfStream(const WindowState& c, const TraceIndex& index, uint32_t stream);

// The times of a track that are in view, by which it is drawn.
VisibleTime drawnTimes(const WindowState& c, const Stretch* stretch);
VisibleTime drawnTimes(const WindowState& c, const TraceIndex& index, TrackId track);

// The time of the axis at which a time is drawn.
Time drawnAt(const Stretch* stretch, Time time);

// A track of the trace whose times a marked range has: one of its tracks, if all of these are of one trace; else
// kNoTrack.
TrackId trackOfRange(const MarkedRange& range, const TraceIndex& index);

// Moves the view to times of a track, as Viewport::show() and centre() do to times of the axis.
void showTimes(WindowState& c, const TraceIndex& index, TrackId track, Time begin, Time end);
void centreTime(WindowState& c, const TraceIndex& index, TrackId track, Time time);
// Moves it so that a time of a track can be seen whole, if it can't be as it is.
void showWhole(WindowState& c, const TraceIndex& index, TrackId track, Time begin, Time end);

// The times of the axis at which anything is drawn.
TimeBounds drawnBounds(const WindowState& c, const TraceIndex& index);

// Draws these traces stretched, and all others as they are. Leaves out what is no stretch, or of no trace that is open
// beside others, and all if any would be drawn further away than can be computed with. Call when everything is indexed.
// A view of all that is drawn shows all of it again.
void setStretches(WindowState& c, const TraceIndex& index, const std::vector<Stretch>& stretches);

}  // namespace tp::ui
