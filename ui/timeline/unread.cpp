#include "ui/timeline/unread.h"

#include <algorithm>

#include "ui/base/hatch.h"
#include "ui/view/drawn_times.h"

namespace tp::ui {

std::optional<Time> readUntil(const TraceIndex& index, TrackId track) {
  std::optional<Time> least;
  for (const uint32_t position : index.lanesOf(track)) {
    const Lane& lane = index.lanes()[position];
    const StreamState& stream = index.streams()[lane.stream];
    if (lane.whole || stream.done || lane.bounds.begin > lane.bounds.end) continue;
    Time until = lane.bounds.end;
    if (!stream.chunks.empty()) until = std::max(until, stream.chunks.back().end);
    least = std::min(least.value_or(until), until);
  }
  return least;
}

void hatchUnread(Context& c, TrackId track, const Rect& area) {
  const std::optional<Time> until = readUntil(c.index(), track);
  if (!until) return;
  const VisibleTime view = drawnTimes(c, c.index(), track);
  const auto x = [&](Time time) {
    return area.x + static_cast<float>(std::clamp(view.toShare(time), 0.0, 1.0)) * area.w;
  };
  const float left = x(*until), right = x(c.index().end());
  if (right - left >= 1) drawHatch(c, area, left, right);
}

}  // namespace tp::ui
