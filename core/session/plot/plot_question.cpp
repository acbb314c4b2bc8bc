#include "core/session/plot/plot_question.h"

#include <algorithm>

namespace tp {

TrackId plotGroup(TraceIndex& index) {
  Track track;
  track.key.kind = TrackKind::Group;
  track.key.label = "plots";
  track.name = "Plots";
  track.order = -2;  // above the CPUs, because the user asked for them
  return index.addTrack(std::move(track));
}

bool PlotQuestion::read(const TraceIndex& index, uint32_t, WireReader& in) {
  for (PlotLane& lane : in.read<std::vector<PlotLane>>()) {
    if (lane.stream >= index.streams().size()) return false;
    lanes_.push_back(std::move(lane));
  }
  return !in.failed();
}

void PlotQuestion::keep(TraceIndex& index) {
  std::stable_sort(lanes_.begin(), lanes_.end(), [](const PlotLane& a, const PlotLane& b) {
    return a.value != b.value ? a.value < b.value : a.stream < b.stream;
  });
  for (PlotLane& from : lanes_) {
    Track track;
    track.key.kind = TrackKind::Counter;
    track.key.label = "plot " + spec_.name() + (from.value.empty() ? "" : " = " + from.value);
    track.parent = plotGroup(index);
    track.name = spec_.event + "." + spec_.field + (from.unit.empty() ? "" : ", " + from.unit);
    track.detail = spec_.by.empty() ? spec_.filter : spec_.by + " " + from.value;
    TrackId id = index.addTrack(std::move(track));
    if (std::find(tracks_.begin(), tracks_.end(), id) == tracks_.end()) {
      index.removeLanes(id);
      tracks_.push_back(id);
    }
    samples_ += from.samples;
    Lane lane;
    lane.stream = from.stream;
    lane.track = id;
    lane.slices = from.samples;
    lane.whole = true;
    for (int level = 0; level <= kLevels; ++level)
      if (!from.levels[level].empty()) lane.levels.at(level) = std::move(from.levels[level]);
    lane.tail = std::move(from.tail);
    index.addLane(std::move(lane));
  }
  lanes_.clear();
}

}  // namespace tp
