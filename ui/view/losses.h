// Lost records: their number for the header, and navigation to the places.
#pragma once

#include <optional>
#include <string>

#include "ui/view/context.h"

namespace tp::ui {

struct PlaceOfLoss {
  TrackId track = kNoTrack;
  LossPlace loss;
};

// Returns the place that follows the one shown last, in the order of time and then of tracks; after the last one, the
// first. `on`: only places on this track; kNoTrack: on any. Returns nullopt if there is none.
std::optional<PlaceOfLoss> nextLoss(WindowState& c, const Session& session, TrackId on);

// Shows the place that nextLoss() returns, and says in the footer what was lost there. Returns false if there is none.
bool goToLoss(Context& c, TrackId on);

// "181 628 lost", or "lost in 3 places" if no place has a count; empty if nothing was lost.
std::string lossesText(IndexFigures& figures);

// "181 628 lost" if the track says how many records were lost in this slice, which stands for the time of a loss; else
// empty.
std::string lossOf(const TraceIndex& index, TrackId track, const Mark& gap);

}  // namespace tp::ui
