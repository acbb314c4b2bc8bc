#include "ui/view/duration_plots.h"

#include <algorithm>
#include <utility>

#include "ui/base/time_text.h"
#include "ui/view/context.h"

namespace tp::ui {
namespace {

bool sameCalls(const SliceQuery& a, const SliceQuery& b) {
  return a.kind == b.kind && a.filter == b.filter && a.scope == b.scope;
}

// The first colour that no other plot of the track has.
size_t freeColour(const DurationTrack& track) {
  auto used = [&](size_t colour) {
    return std::any_of(track.series.begin(), track.series.end(),
                       [colour](const DurationSeries& one) { return one.colour == colour; });
  };
  size_t colour = 0;
  while (used(colour)) ++colour;
  return colour;
}

std::string whyNothing(const DurationSeries& series) {
  const uint64_t unknown = series.question->listed().unknown;
  if (unknown > 0)
    return "There is nothing to plot: none of the " + countText(unknown, "call") + " of " + series.spec.name +
           " has a known duration.";
  return "There is nothing to plot: no call of " + series.spec.name + " was found.";
}

std::vector<TrackId> tracksOf(const TraceIndex& index, const std::vector<LinkTrack>& links) {
  std::vector<TrackId> found;
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    const TrackKey& key = index.tracks()[id].key;
    if (std::any_of(links.begin(), links.end(), [&key](const LinkTrack& link) { return link.isOf(key); }))
      found.push_back(id);
  }
  return found;
}

DurationSpec specOf(const TraceIndex& index, const DurationWish& wish) {
  SliceQuery query;
  query.kind = wish.kind;
  query.filter = wish.filter;
  if (wish.range) {
    query.scope.begin = index.begin() + wish.range->first;
    query.scope.end = index.begin() + wish.range->second;
  }
  query.scope.tracks = tracksOf(index, wish.on);
  return {wish.name, std::move(query)};
}

}  // namespace

const DurationTrack* DurationPlots::of(TrackId track) const {
  for (const DurationTrack& one : tracks_)
    if (one.track == track && track != kNoTrack) return &one;
  return nullptr;
}

const DurationTrack* DurationPlots::numbered(uint32_t number) const {
  for (const DurationTrack& one : tracks_)
    if (one.number == number) return &one;
  return nullptr;
}

DurationTrack* DurationPlots::find(uint32_t number) {
  return const_cast<DurationTrack*>(numbered(number));
}

size_t DurationPlots::count() const {
  size_t count = 0;
  for (const DurationTrack& one : tracks_) count += one.series.size();
  return count;
}

bool DurationPlots::add(Context& c, DurationSpec spec, uint32_t onto) {
  spec.query.most = 0;
  spec.query.points = SlicePoints::kMax;
  spec.query.scope.stacks = false;
  for (const DurationTrack& track : tracks_) {
    const bool there = std::any_of(track.series.begin(), track.series.end(),
                                   [&](const DurationSeries& one) { return sameCalls(one.spec.query, spec.query); });
    if (!there || (onto != 0 && onto != track.number)) continue;
    if (track.track != kNoTrack) c.reveal = track.track;
    return true;
  }
  DurationTrack* track = find(onto);
  const bool full = count() == kMax || (track != nullptr && track->series.size() == kMaxOnTrack);
  if (full) {
    c.say(count() == kMax ? "There are " + std::to_string(kMax) + " plots of durations: remove one first."
                          : "There are " + std::to_string(kMaxOnTrack) + " plots on the track: remove one first.");
    return false;
  }
  if (track == nullptr) {
    track = &tracks_.emplace_back();
    track->number = ++last_;
  }
  DurationSeries series;
  series.spec = std::move(spec);
  series.colour = freeColour(*track);
  track->series.push_back(std::move(series));
  c.moreToCome = true;
  return true;
}

void DurationPlots::erase(Session& session, DurationTrack& track, size_t position) {
  if (asked_ && track.series[position].question == asked_) {
    session.giveUp(JobKind::Durations);
    asked_.reset();
  }
  track.series.erase(track.series.begin() + static_cast<ptrdiff_t>(position));
  hit.reset();
  if (!track.series.empty()) return;
  if (track.track != kNoTrack) session.removeLanes(track.track);
  tracks_.erase(tracks_.begin() + (&track - tracks_.data()));
}

bool DurationPlots::remove(Session& session, uint32_t number, std::optional<size_t> position) {
  DurationTrack* track = find(number);
  if (track == nullptr || (position && *position >= track->series.size())) return false;
  if (position) return erase(session, *track, *position), true;
  for (size_t left = track->series.size(); left > 0; --left) erase(session, *track, left - 1);
  return true;
}

bool DurationPlots::clear(Session& session) {
  if (tracks_.empty()) return false;
  while (!tracks_.empty()) remove(session, tracks_.back().number);
  return true;
}

void DurationPlots::setLinear(uint32_t number, bool linear) {
  if (DurationTrack* track = find(number)) track->linear = linear;
}

void DurationPlots::take(Context& c, DurationTrack& track, size_t position) {
  DurationSeries& series = track.series[position];
  series.points = PlottedPoints(series.question->takePoints());
  c.moreToCome = true;
  if (!series.answered()) {
    c.say(whyNothing(series));
    return erase(c.session, track, position);
  }
  c.notice.clear();
  track.track = series.question->track();
  c.reveal = track.track;
  c.layoutStale = true;
}

void DurationPlots::follow(Context& c) {
  if (asked_ && asked_->done()) {
    const auto answer = std::exchange(asked_, nullptr);
    for (DurationTrack& track : tracks_) {
      const auto at = std::find_if(track.series.begin(), track.series.end(),
                                   [&](const DurationSeries& one) { return one.question == answer; });
      if (at == track.series.end()) continue;
      take(c, track, static_cast<size_t>(at - track.series.begin()));
      break;
    }
  }
  if (c.session.phase() != Phase::Ready) return;
  for (DurationTrack& track : tracks_) {
    for (size_t i = 0; i < track.series.size(); ++i) {
      DurationSeries& series = track.series[i];
      if (asked_ && series.question == asked_)
        c.say("Collecting the durations of " + series.spec.name + " \u2026 " +
              std::to_string(static_cast<int>(100 * asked_->progress())) + " %");
      if (asked_ || series.question) continue;
      asked_ = std::make_shared<DurationsQuestion>(series.spec.query, track.number, static_cast<uint16_t>(i));
      series.question = asked_;
      c.session.ask(asked_);
    }
  }
}

std::vector<DurationWish> DurationPlots::wishes(const TraceIndex& index) const {
  std::vector<DurationWish> wishes;
  for (const DurationTrack& track : tracks_) {
    for (const DurationSeries& series : track.series) {
      const SliceQuery& query = series.spec.query;
      DurationWish wish;
      wish.name = series.spec.name;
      wish.filter = query.filter;
      wish.kind = query.kind;
      wish.laid = &series != &track.series.front();
      wish.linear = track.linear;
      if (query.scope.ranged()) wish.range = {query.scope.begin - index.begin(), query.scope.end - index.begin()};
      for (TrackId id : query.scope.tracks) wish.on.push_back(linkTrack(index.tracks()[id].key));
      wishes.push_back(std::move(wish));
    }
  }
  return wishes;
}

void DurationPlots::addWishes(Context& c, const std::vector<DurationWish>& wishes) {
  for (const DurationWish& wish : wishes) {
    DurationSpec spec = specOf(c.index(), wish);
    FilterError error;
    const bool valid =
        wish.filter.empty() || Filter::compile(wish.filter, c.clock(), error, Filter::Of::Slices).has_value();
    // Without the tracks that it was of, it would be of all.
    if (!valid || (!wish.on.empty() && spec.query.scope.tracks.empty())) continue;
    const uint32_t onto = wish.laid && !tracks_.empty() ? tracks_.back().number : 0;
    if (add(c, std::move(spec), onto) && onto == 0) tracks_.back().linear = wish.linear;
  }
}

}  // namespace tp::ui
