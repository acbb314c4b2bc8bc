#include "core/analysis/state_gains.h"

#include "core/trace/off_cpu.h"

namespace tp {

void StateGains::start(const StateTimes& times, uint32_t unit, NameTable& names) {
  times_ = &times;
  unit_ = unit;
  names_ = &names;
  noCall_ = names.intern(kNoCallRecorded);
  cursors_.clear();
  if (const StateTimes::Threads* threads = times.of(unit))
    for (const auto& [track, lane] : *threads) cursors_.emplace(track, StateCursor(lane));
}

void StateGains::settle(CallLane& lane, Time to) {
  if (times_ == nullptr) return;
  const auto cursor = cursors_.find(lane.track);
  if (cursor == cursors_.end()) return;
  StatePiece piece;
  const std::span<const OpenSlice> open = lane.stack.open();
  size_t depth = open.size();
  // The kernel's trace says by itself when the thread had no CPU.
  if (times_->isJoined(lane.track))
    while (depth > 0 && isOffCpuSlice(names_->view(open[depth - 1].name))) --depth;
  while (cursor->second.next(to, piece)) give(lane, depth, piece);
}

void StateGains::give(CallLane& lane, size_t depth, const StatePiece& piece) {
  StackPath& path = lane.path;
  uint32_t stack = path.innermost(depth);
  auto open = [&](NameId name) { opened_.push_back(stack = path.stackOf(stack, name, piece.begin)); };
  for (const NameId frame : times_->stackOf(piece.stack)) {
    open(frame);
    mark(frames_, frame);
  }
  if (stack == path.top()) open(noCall_);
  path.gain(stack, piece.length, piece.begin, piece.first ? 1 : 0,
            {piece.begin, piece.length, piece.atMost, lane.track});
  for (; !opened_.empty(); opened_.pop_back()) path.release(opened_.back());
}

FrameNames StateGains::frameNames() const {
  FrameNames names;
  const auto list = [](const std::vector<bool>& marked, std::vector<NameId>& out) {
    for (size_t name = 0; name < marked.size(); ++name)
      if (marked[name]) out.push_back(static_cast<NameId>(name));
  };
  list(frames_, names.frames);
  if (!names.frames.empty()) list(calls_, names.calls);
  return names;
}

}  // namespace tp
