#include "core/index/lane_builder.h"

#include <algorithm>
#include <cstring>

namespace tp {

void LaneBuilder::sample(const Record& record) {
  ++slices_;
  Mark mark;
  mark.begin = mark.end = now_;
  mark.depth = record.depth;
  mark.total = record.value;
  float value = static_cast<float>(record.value);
  std::memcpy(&mark.name, &value, sizeof value);
  std::memcpy(&mark.longest, &value, sizeof value);
  pyramid_.add(mark);
}

void LaneBuilder::restore(const LaneState& state) {
  now_ = state.now;
  stack_.restore(state.start, state.open);
}

void LaneBuilder::open(Time now, std::vector<Mark>& out) const {
  std::span<const OpenSlice> open = stack_.open();
  for (size_t depth = 0; depth < open.size(); ++depth) {
    if (!open[depth].present) continue;
    Mark mark;
    mark.begin = open[depth].begin;
    mark.end = std::max(now, mark.begin);
    mark.total = std::max<Time>(0, mark.duration() - open[depth].children);
    mark.name = open[depth].name;
    mark.depth = static_cast<uint16_t>(depth);
    mark.flags = kMarkOpen;
    out.push_back(mark);
  }
}

}  // namespace tp
