#include "ui/view/drawn_times.h"

#include <algorithm>
#include <cmath>

#include "core/index/trace_spans.h"
#include "core/trace/sums.h"

namespace tp::ui {
namespace {

// Further than this from the beginning of the trace nothing is drawn, so that sums of times in view can't overflow.
constexpr Time kFarthestDrawn = Time{1} << 60;

bool within(const TraceIndex& index, Time time) {
  const Time by = minus(time, index.begin());
  return by > -kFarthestDrawn && by < kFarthestDrawn;
}

// Whether a view of `drawn` shows times of the trace that can be computed with.
bool canBeDrawn(const TraceIndex& index, const Stretch& stretch, const TimeBounds& drawn) {
  return within(index, drawn.begin) && within(index, drawn.end) && within(index, fromAxis(stretch, drawn.begin)) &&
         within(index, fromAxis(stretch, drawn.end));
}

// The times of the axis at which anything of the parts is drawn.
TimeBounds boundsOfDrawn(const WindowState& c, const TraceIndex& index) {
  const std::vector<TracePart>& parts = index.info().parts;
  const std::vector<TimeBounds> bounds = boundsOfParts(index);
  TimeBounds drawn;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (bounds[i].empty()) continue;
    const Stretch* stretch = stretchOfTrace(c, parts[i].number);
    drawn.cover(drawnAt(stretch, bounds[i].begin), drawnAt(stretch, bounds[i].end));
  }
  return drawn;
}

bool showsAll(const WindowState& c, const TimeBounds& bounds) {
  const Span& shown = c.view.target();
  return !bounds.empty() && shown.begin <= static_cast<double>(bounds.begin - c.view.base()) &&
         shown.end >= static_cast<double>(bounds.end - c.view.base());
}

}  // namespace

const Stretch* stretchOfTrace(const WindowState& c, uint32_t number) {
  for (const Stretch& one : c.joint.stretches)
    if (one.trace == number) return &one;
  return nullptr;
}

const Stretch* stretchOf(const WindowState& c, const TraceIndex& index, TrackId track) {
  if (c.joint.stretches.empty() || track >= index.tracks().size()) return nullptr;
  return stretchOfTrace(c, index.tracks()[track].key.trace);
}

const Stretch* stretchOfStream(const WindowState& c, const TraceIndex& index, uint32_t stream) {
  if (c.joint.stretches.empty()) return nullptr;
  for (const Lane& lane : index.lanes())
    if (lane.stream == stream) return stretchOf(c, index, lane.track);
  return nullptr;
}

VisibleTime drawnTimes(const WindowState& c, const Stretch* stretch) {
  if (stretch == nullptr) return c.view;
  const Time base = c.view.base();
  const double each = 1 / factorOf(*stretch);
  const auto own = static_cast<double>(minus(stretch->own.begin, base));
  const auto over = static_cast<double>(minus(stretch->over.begin, base));
  const Span& now = c.view.now();
  return {base, {own + (now.begin - over) * each, own + (now.end - over) * each}};
}

VisibleTime drawnTimes(const WindowState& c, const TraceIndex& index, TrackId track) {
  return drawnTimes(c, stretchOf(c, index, track));
}

Time drawnAt(const Stretch* stretch, Time time) {
  return stretch == nullptr ? time : toAxis(*stretch, time);
}

TrackId trackOfRange(const MarkedRange& range, const TraceIndex& index) {
  const TrackTable& tracks = index.tracks();
  if (range.tracks.empty()) return kNoTrack;
  for (const TrackId track : range.tracks)
    if (track >= tracks.size() || tracks[track].key.trace != tracks[range.tracks.front()].key.trace) return kNoTrack;
  return range.tracks.front();
}

void showTimes(WindowState& c, const TraceIndex& index, TrackId track, Time begin, Time end) {
  const Stretch* stretch = stretchOf(c, index, track);
  c.view.show(drawnAt(stretch, begin), drawnAt(stretch, end));
}

void centreTime(WindowState& c, const TraceIndex& index, TrackId track, Time time) {
  c.view.centre(drawnAt(stretchOf(c, index, track), time));
}

void showWhole(WindowState& c, const TraceIndex& index, TrackId track, Time begin, Time end) {
  constexpr double kLeast = 0.01, kMost = 0.9;  // shares of the view
  const VisibleTime view = drawnTimes(c, index, track);
  const double from = view.toShare(begin), to = view.toShare(end);
  if (to - from < kLeast || to - from > kMost) {
    const Time margin = std::max<Time>(end - begin, 100);
    showTimes(c, index, track, minus(begin, margin), plus(end, margin));
  } else if (from < 0 || to > 1) {
    centreTime(c, index, track, begin + (end - begin) / 2);
  }
}

TimeBounds drawnBounds(const WindowState& c, const TraceIndex& index) {
  return c.joint.stretches.empty() ? TimeBounds{index.begin(), index.end()} : c.joint.drawn;
}

void setStretches(WindowState& c, const TraceIndex& index, const std::vector<Stretch>& stretches) {
  const bool all = showsAll(c, drawnBounds(c, index));
  const std::vector<TracePart>& parts = index.info().parts;
  c.joint.stretches.clear();
  for (size_t i = 0; i < parts.size() && parts.size() > 1; ++i) {
    const auto one = std::find_if(stretches.begin(), stretches.end(),
                                  [&](const Stretch& wanted) { return wanted.trace == parts[i].number; });
    if (one != stretches.end() && isStretch(*one) && !changesNothing(*one)) c.joint.stretches.push_back(*one);
  }
  c.joint.drawn = boundsOfDrawn(c, index);
  if (!std::all_of(c.joint.stretches.begin(), c.joint.stretches.end(),
                   [&](const Stretch& one) { return canBeDrawn(index, one, c.joint.drawn); }))
    c.joint.stretches.clear();
  const TimeBounds drawn = drawnBounds(c, index);
  if (drawn.empty()) return;
  c.view.setWhole(drawn.begin, drawn.end);
  if (all && c.view.moved()) c.view.showAll();
}

}  // namespace tp::ui
