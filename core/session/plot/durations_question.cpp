#include "core/session/plot/durations_question.h"

#include <string>

#include "core/session/plot/plot_question.h"

namespace tp {
namespace {

constexpr std::string_view kLabel = "durations ";

}  // namespace

TrackKey durationsKey(uint32_t number) {
  TrackKey key;
  key.kind = TrackKind::Counter;
  key.label = std::string(kLabel) + std::to_string(number);
  return key;
}

bool isDurations(const TrackKey& key) {
  return key.kind == TrackKind::Counter && key.pid < 0 && key.tid < 0 && key.cpu < 0 && key.label.starts_with(kLabel);
}

// The points are the question's; the lane is there for the track to be shown.
void DurationsQuestion::keep(TraceIndex& index) {
  if (points().empty() || index.streams().empty()) return;
  Track track;
  track.key = durationsKey(number_);
  track.parent = plotGroup(index);
  track.name = "Durations";
  track.order = 1;  // below the fields that are plotted
  track_ = index.addTrack(std::move(track));
  Lane lane;
  lane.track = track_;
  lane.maxDepth = row_;
  lane.slices = listed().count;
  lane.whole = true;
  index.addLane(std::move(lane));
}

}  // namespace tp
