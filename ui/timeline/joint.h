// Several traces on one axis: which are open and how they are shifted, by the menu of a heading or by dragging a
// heading with Alt.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// The joined trace of this number; null if there is none. Owned by the index.
const TracePart* partOf(const TraceIndex& index, int64_t number);
// "+1.5 ms": a duration with its sign.
std::string signedText(Time time, const ClockInfo& clock);
// The trace whose heading the track is; null if it is no such heading.
const TracePart* partOfHeading(const TraceIndex& index, TrackId track);

// Opens the open files anew with these options; returns false if the front end can't.
bool reopen(Context& c, const JoinOptions& options);

// The text behind a heading's name: "trace-cmd, ×1.25 wide, +1.5 ms" for a joined trace.
std::string headingDetail(const WindowState& c, const TraceIndex& index, TrackId track);
// Draws the items for a joined trace in the menu of tracks, if the track is its heading.
void drawJointItems(Context& c, TrackId track);

// Call after the button of a heading. Returns true while the heading is dragged with Alt and in the frame in which the
// drag ends, when it asks for the shift: then the button was not pressed. `width`: of the visible time, in pixels.
bool dragHeading(Context& c, TrackId track, float width);
// By how many pixels the marks of a track are displaced while its trace is dragged.
float draggedBy(const WindowState& c, const TraceIndex& index, TrackId track);
// Draws lines where the drag of a trace began and where it is, with the shift between them.
void drawDragged(Context& c, const Rect& tracks);

}  // namespace tp::ui
