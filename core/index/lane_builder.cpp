#include "core/index/lane_builder.h"

#include <algorithm>
#include <limits>

namespace tp {

void LaneBuilder::sample(const Record& record) {
  const bool known = !record.lacksValue();
  slices_ += known;
  Mark mark;
  mark.begin = mark.end = now_;
  mark.depth = record.depth;
  mark.total = known ? record.value : 0;
  mark.flags = known ? 0 : kMarkUnknown;
  constexpr float kNone = std::numeric_limits<float>::infinity();
  const float value = static_cast<float>(record.value);
  mark.setRange(known ? value : kNone, known ? value : -kNone);
  pyramid_.add(mark);
}

// Out of line, so that it takes no registers of the loop below.
[[gnu::noinline]] void LaneBuilder::addUnusual(const Record& record) {
  add(record);
}

// Most records of a trace go through here, so the common path stays in registers.
const Record* LaneBuilder::addCalls(const Record* at, const Record* end) {
  CallStack::Top top = stack_.top();
  Pyramid::Folding folding = pyramid_.folding();
  Time now = now_, start = stack_.start();
  uint64_t closed = 0;
  const TrackId track = track_;
  auto roomOf = [this](const CallStack::Top& stack) { return std::min<size_t>(stack.room - 1, size_t{maxDepth_} + 1); };
  size_t room = roomOf(top);
  for (; at != end && at->track == track && at->kind <= RecordKind::End; ++at) {
    if (at->time > now) now = at->time;
    size_t depth = at->depth;
    if (at->kind == RecordKind::Begin && top.depth == depth && depth < room) {
      top.slots[depth] = {now, 0, at->name, OpenSlice::kWhole};
      top.depth = depth + 1;
      continue;
    }
    if (at->kind == RecordKind::End && top.depth == depth + 1) {
      const OpenSlice& slice = top.slots[depth];
      const bool own = at->name == slice.name || at->name == kNoName;
      if (slice.present == OpenSlice::kWhole && own &&
          folding.add(slice.begin, now, slice.name, at->depth, endFlags(*at))) {
        if (depth > 0) top.slots[depth - 1].children += now - slice.begin;
        top.depth = depth;
        start = now;
        ++closed;
        continue;
      }
    }
    now_ = now;
    stack_.setTop(top.depth, start);
    addUnusual(*at);
    top = stack_.top();
    room = roomOf(top);
    folding = pyramid_.folding();
    start = stack_.start();
  }
  now_ = now;
  stack_.setTop(top.depth, start);
  slices_ += closed;
  return at;
}

const Record* LaneBuilder::addInstants(const Record* at, const Record* end) {
  Pyramid::Folding folding = pyramid_.folding();
  Time now = now_;
  uint64_t folded = 0;
  for (; at != end && at->track == track_ && at->kind == RecordKind::Instant; ++at) {
    if (at->time > now) now = at->time;
    if (at->depth <= maxDepth_ && folding.add(now, now, at->name, at->depth, 0)) {
      ++folded;
      continue;
    }
    now_ = now;
    add(*at);
    folding = pyramid_.folding();
  }
  now_ = now;
  slices_ += folded;
  return at;
}

void LaneBuilder::restore(const LaneState& state) {
  now_ = state.now;
  stack_.restore(state.start, state.open);
}

void LaneBuilder::open(Time now, std::vector<Mark>& out) const {
  std::span<const OpenSlice> open = stack_.open();
  for (size_t depth = 0; depth < open.size(); ++depth) {
    if (!open[depth].own()) continue;
    Mark mark;
    mark.begin = open[depth].begin;
    mark.end = std::max(now, mark.begin);
    mark.total = std::max<Time>(0, mark.duration() - open[depth].children);
    mark.name = open[depth].name;
    mark.depth = static_cast<uint16_t>(depth);
    mark.flags = kMarkOpen;
    if (open[depth].present == OpenSlice::kBroken) mark.flags |= kMarkBroken;
    out.push_back(mark);
  }
}

}  // namespace tp
