// Several traces on one axis: which of them are open and how they are shifted, by the menu of a heading, and by
// dragging a heading with Alt.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// The joined trace of this number; null where there is none.
const TracePart* partOf(const Context& c, int64_t number);
// "+1.5 ms".
std::string signedText(Time time, const ClockInfo& clock);
// Of the trace whose heading the track is; null where it is none.
const TracePart* partOfHeading(const Context& c, TrackId track);

// Opens what is open anew, so; false where the front end cannot.
bool reopen(Context& c, const JoinOptions& options);

// "trace-cmd, +1.5 ms": behind a heading's name.
std::string headingDetail(const Context& c, TrackId track);
// Of a heading, within the menu of tracks.
void drawJointItems(Context& c, TrackId track);

// For the button of a heading that was just made: true while, or when, it was dragged rather than pressed. `width`: of
// what is visible of the time.
bool dragHeading(Context& c, TrackId track, float width);
// By how much the marks of a track are drawn aside while its trace is dragged.
float draggedBy(const Context& c, TrackId track);
// Where the trace was and where it would be, with the time between the two.
void drawDragged(Context& c, const Rect& tracks);

}  // namespace tp::ui
