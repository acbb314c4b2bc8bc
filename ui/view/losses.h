// Records that the trace says were lost: how many in the header, and the way to where.
#pragma once

#include <optional>
#include <string>

#include "ui/view/context.h"

namespace tp::ui {

struct PlaceOfLoss {
  TrackId track = kNoTrack;
  LossPlace loss;
};

// The first place behind the one that was shown last, in the order of time and then of tracks; behind the last one, the
// first. `on`: only those of this track; kNoTrack: of any. None where there is none.
std::optional<PlaceOfLoss> nextLoss(Context& c, TrackId on);

// Shows the place that nextLoss() tells of, and says what was lost there; false where there is none.
bool goToLoss(Context& c, TrackId on);

// "181,628 lost", or where no place tells how many "lost in 3 places"; empty where nothing was.
std::string lossesText(Context& c);

// What was lost on a track, just before this time: "181,628 lost", else empty.
std::string lossBefore(const Context& c, TrackId track, Time time);

}  // namespace tp::ui
