#include "core/index/trace_spans.h"

#include <algorithm>

namespace tp {

TimeBounds boundsOfSlices(const TraceIndex& index) {
  TimeBounds bounds;
  for (const Lane& lane : index.lanes()) {
    const TrackKind kind = index.tracks()[lane.track].key.kind;
    if (kind != TrackKind::Events && kind != TrackKind::Counter && kind != TrackKind::Cpu)
      bounds.cover(lane.bounds.begin, lane.bounds.end);
  }
  return bounds;
}

std::vector<TimeBounds> boundsOfParts(const TraceIndex& index) {
  const std::vector<TracePart>& parts = index.info().parts;
  std::vector<TimeBounds> bounds(parts.size());
  for (const Lane& lane : index.lanes()) {
    const uint32_t number = index.tracks()[lane.track].key.trace;
    for (size_t i = 0; i < parts.size(); ++i)
      if (parts[i].number == number) bounds[i].cover(lane.bounds.begin, lane.bounds.end);
  }
  return bounds;
}

bool liesApart(const std::vector<TimeBounds>& parts) {
  const auto asked = std::count_if(parts.begin(), parts.end(), [](const TimeBounds& one) { return !one.empty(); });
  if (asked < 2) return false;
  return std::any_of(parts.begin(), parts.end(), [&](const TimeBounds& one) {
    return !one.empty() && std::none_of(parts.begin(), parts.end(), [&](const TimeBounds& other) {
      return &other != &one && !other.empty() && other.begin <= one.end && one.begin <= other.end;
    });
  });
}

}  // namespace tp
