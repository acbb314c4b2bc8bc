#include "core/link/moved_link.h"

#include <algorithm>

namespace tp {
namespace {

Time moved(Time time, Time by) {
  constexpr Time kMax = kFarthest - 1;
  // By more than this, no time of a link stays one.
  by = std::clamp(by, -2 * kFarthest, 2 * kFarthest);
  return std::clamp(time + by, -kMax, kMax);
}

// Returns false if nothing is left of the span.
bool move(LinkSpan& span, Time by) {
  span = {moved(span.first, by), moved(span.second, by)};
  return span.first < span.second;
}

// The same of a stretch, of both of its ranges.
bool move(Stretch& stretch, Time by) {
  for (Time* time : {&stretch.own.begin, &stretch.own.end, &stretch.over.begin, &stretch.over.end})
    *time = moved(*time, by);
  return isStretch(stretch);
}

void move(std::optional<LinkSpan>& span, Time by) {
  if (span && !move(*span, by)) span.reset();
}

void forgetLabelled(std::vector<LinkTrack>& tracks) {
  std::erase_if(tracks, [](const LinkTrack& track) { return track.label != 0; });
}

}  // namespace

void moveTimes(ViewLink& link, Time by) {
  link.since.reset();
  move(link.visible, by);
  move(link.range, by);
  if (link.selection) link.selection->time = moved(link.selection->time, by);
  for (Time& marker : link.markers) marker = moved(marker, by);
  // Each keeps its place, because notes go by it.
  for (LinkSpan& span : link.spans) move(span, by);
  for (DurationWish& wish : link.durations) move(wish.range, by);
  std::erase_if(link.stretches.traces, [by](Stretch& one) { return !move(one, by); });
  // A side without its range would be another.
  for (std::optional<LinkSide>& side : link.compared)
    if (side && side->range && !move(*side->range, by)) side.reset();
}

void countFrom(ViewLink& link, Time first) {
  link.trace = 0;
  if (!link.since) link.since = first;
}

void showWithin(ViewLink& link, LinkSpan part) {
  if (part.first >= part.second) return;
  const LinkSpan seen = link.visible.value_or(part);
  const LinkSpan shown(std::max(seen.first, part.first), std::min(seen.second, part.second));
  link.visible = shown.first < shown.second ? shown : part;
}

void forgetNames(ViewLink& link) {
  ViewLink kept;
  kept.since = link.since;
  kept.visible = link.visible;
  kept.range = link.range;
  kept.on = std::move(link.on);
  if (link.selection && link.selection->label == 0) kept.selection = link.selection;
  kept.pinned = std::move(link.pinned);
  kept.hidden = std::move(link.hidden);
  for (std::vector<LinkTrack>* tracks : {&kept.on, &kept.pinned, &kept.hidden}) forgetLabelled(*tracks);
  kept.idle = link.idle;
  kept.markers = std::move(link.markers);
  kept.spans = std::move(link.spans);
  kept.markerNotes = std::move(link.markerNotes);
  kept.spanNotes = std::move(link.spanNotes);
  kept.tab = std::move(link.tab);
  kept.colour = std::move(link.colour);
  kept.times = std::move(link.times);
  kept.rows = std::move(link.rows);
  kept.compared = std::move(link.compared);
  for (std::optional<LinkSide>& side : kept.compared)
    if (side) forgetLabelled(side->on);
  kept.comparedBy = std::move(link.comparedBy);
  kept.perSecond = link.perSecond;
  kept.difference = std::move(link.difference);
  kept.shifts = std::move(link.shifts);
  kept.stretches = std::move(link.stretches);
  kept.machine = std::move(link.machine);
  link = std::move(kept);
}

}  // namespace tp
