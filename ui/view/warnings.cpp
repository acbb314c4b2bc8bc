#include "ui/view/warnings.h"

#include <algorithm>
#include <cstdio>

#include "ui/base/time_text.h"
#include "ui/view/context.h"
#include "ui/view/drawn_times.h"

namespace tp::ui {

void ChosenWarning::choose(Context& c, int warning) {
  const std::vector<Warning>& warnings = c.index().warnings();
  chosen_ = warning < 0 || static_cast<size_t>(warning) >= warnings.size() ? -1 : warning;
  asked_.reset();
  going_ = false;
  if (chosen_ < 0) return;
  const Warning& at = warnings[static_cast<size_t>(chosen_)];
  if (at.file.empty() || at.offset == kNoOffset) return;
  asked_ = std::make_shared<OffsetQuestion>(FileOffset{at.file, at.offset});
  c.session.ask(asked_);
  going_ = true;
}

void ChosenWarning::follow(Context& c) {
  if (!going_ || !asked_->done()) return;
  going_ = false;
  const OffsetPlace& place = asked_->found();
  if (place.track == kNoTrack) return;
  Seek seek;
  seek.what = Seek::What::Covers;
  seek.track = place.track;
  seek.depth = place.depth;
  seek.begin = seek.end = place.time;
  c.reveal = place.track;
  c.seeking = {nullptr, seek};
  centreTime(c, c.index(), place.track, place.time);
  c.moreToCome = true;
}

std::string warningPlaceText(const Context& c, const Warning& warning) {
  if (warning.offset == kNoOffset) return {};
  char hex[32];
  std::snprintf(hex, sizeof hex, "0x%llx", static_cast<unsigned long long>(warning.offset));
  std::string text = "byte " + countText(warning.offset) + " (" + hex + ") of " + warning.file;
  const OffsetPlace* place = c.warning.place();
  if (place == nullptr) return text;
  if (place->track == kNoTrack) return text + ", which has no records";
  const Track& track = c.index().tracks()[place->track];
  text += "; the nearest record at " + durationText(place->time - c.timesFrom(), c.clock()) + " on " + track.name;
  return track.detail.empty() ? text : text + " " + track.detail;
}

}  // namespace tp::ui
