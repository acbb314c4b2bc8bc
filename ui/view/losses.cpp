#include "ui/view/losses.h"

#include <algorithm>
#include <tuple>

#include "ui/base/time_text.h"
#include "ui/view/drawn_times.h"

namespace tp::ui {
namespace {

// The place that was shown last.
struct ShownLoss {
  uint64_t opening = 0;  // Session::opening() that this is about
  TrackId track = kNoTrack;
  Time time = 0;
};

std::string countOf(const LossPlace& loss) {
  if (loss.records < 0) return "records lost, nobody knows how many";
  return countText(static_cast<uint64_t>(loss.records)) + (loss.records == 1 ? " record lost" : " records lost");
}

}  // namespace

std::optional<PlaceOfLoss> nextLoss(WindowState& c, const Session& session, TrackId on) {
  auto order = [](const PlaceOfLoss& place) { return std::make_tuple(place.loss.time, place.track); };
  std::optional<PlaceOfLoss> first, next;
  const ShownLoss& seen = c.memory.of<ShownLoss>();
  const bool again = seen.opening == session.opening() && seen.track != kNoTrack;
  for (const TrackLosses& one : session.index().losses()) {
    if (on != kNoTrack && one.track != on) continue;
    for (uint32_t position : session.index().lanesOf(one.track)) {
      for (const LossPlace& loss : session.index().lanes()[position].lossPlaces) {
        const PlaceOfLoss place{one.track, loss};
        if (!first || order(place) < order(*first)) first = place;
        const bool behind = again && order(place) > std::make_tuple(seen.time, seen.track);
        if (behind && (!next || order(place) < order(*next))) next = place;
      }
    }
  }
  return next ? next : first;
}

bool goToLoss(Context& c, TrackId on) {
  const std::optional<PlaceOfLoss> place = nextLoss(c, c.session, on);
  if (!place) return false;
  c.memory.of<ShownLoss>() = {c.session.opening(), place->track, place->loss.time};
  Seek seek;
  seek.what = Seek::What::Covers;
  seek.track = place->track;
  seek.begin = seek.end = place->loss.time;
  seek.notice = c.index().tracks()[place->track].name + ", up to " +
                durationText(place->loss.time - c.timesFrom(), c.clock()) + ": " + countOf(place->loss);
  c.say(seek.notice);
  c.reveal = place->track;
  c.seeking = {nullptr, seek};
  centreTime(c, c.index(), place->track, place->loss.time);
  c.moreToCome = true;
  return true;
}

std::string lossesText(IndexFigures& figures) {
  TrackLosses all;
  for (const TrackLosses& one : figures.losses()) {
    all.records += one.records;
    all.places += one.places;
    all.counted = all.counted && one.counted;
  }
  if (all.places == 0) return {};
  if (all.records > 0) return all.recordsText(countText(all.records)) + " lost";
  return all.places == 1 ? "lost in 1 place" : "lost in " + countText(all.places) + " places";
}

std::string lossOf(const TraceIndex& index, TrackId track, const Mark& gap) {
  // A thread's stream notes the loss where its records end, a CPU's stream where they go on.
  for (const Time time : {gap.end, gap.begin})
    for (uint32_t position : index.lanesOf(track)) {
      const std::vector<LossPlace>& places = index.lanes()[position].lossPlaces;
      auto at = std::lower_bound(places.begin(), places.end(), time,
                                 [](const LossPlace& place, Time wanted) { return place.time < wanted; });
      if (at != places.end() && at->time == time && at->records > 0)
        return countText(static_cast<uint64_t>(at->records)) + " lost";
    }
  return {};
}

}  // namespace tp::ui
