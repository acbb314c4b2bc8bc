#include "core/analysis/state_times.h"

#include <algorithm>
#include <utility>

#include "core/trace/sums.h"

namespace tp {
bool StateTimes::wants(TrackId thread) const {
  return thread < tracks_.size() && !left_.contains(thread) && scope_.means(thread, tracks_[thread].key.tid);
}

void StateTimes::add(uint32_t unit, const StateSpan& span) {
  if (!wants(span.thread)) return;
  if (unit != unit_) leaveUnit();
  unit_ = unit;
  // The aggregator's scope may begin earlier, to know when threads left their CPUs.
  const Time begin = scope_.clamp(span.begin), end = scope_.clamp(span.end);
  Thread& thread = threads_[span.thread];
  if (!isOffCpu(span.state)) settle(span.thread, thread);
  if (isOffCpu(span.state) && (!thread.off || thread.until != span.begin)) {
    settle(span.thread, thread);
    thread.off = true;
    thread.left = span.begin;
  }
  thread.until = span.end;
  if (span.state == ThreadState::Unknown) sums_.unknown = plus(sums_.unknown, end - begin);
  if (end <= begin || !weighs(scope_.states, span.state)) return;
  const Time silent = std::min(span.silent, end - begin);
  sums_.assumed = plus(sums_.assumed, silent);
  // States that follow each other without the CPU are one time.
  if (thread.spans.empty() || thread.spans.back().end != begin) thread.spans.push_back({begin, begin});
  LaneItem& item = thread.spans.back();
  item.end = end;
  item.silent = plus(item.silent, silent);
  if (!thread.off) settle(span.thread, thread);
}

void StateTimes::add(uint32_t unit, const SwitchStack& stack) {
  if (scope_.states == StateWeight::Running || !wants(stack.thread)) return;
  if (unit != unit_) leaveUnit();
  unit_ = unit;
  threads_[stack.thread].stacks.emplace_back(stack.time, stacks_.codeOf(stack.frames));
}

// The thread runs, or what it does is not known.
void StateTimes::settle(TrackId track, Thread& thread) {
  uint32_t code = 0;
  if (std::exchange(thread.off, false)) {
    while (!thread.stacks.empty() && thread.stacks.front().first < thread.left) thread.stacks.pop_front();
    if (!thread.stacks.empty() && thread.stacks.front().first == thread.left) code = thread.stacks.front().second;
  }
  for (LaneItem& item : thread.spans) {
    item.code = code;
    units_[unit_][track].add(item);
  }
  thread.spans.clear();
}

void StateTimes::leaveUnit() {
  for (auto& [track, thread] : threads_) settle(track, thread);
  threads_.clear();
}

std::vector<uint32_t> StateTimes::codesOf(const JoinedTimes& joined, NameTable& names) {
  std::vector<NameId> ids;
  for (const std::string& name : joined.names) ids.push_back(names.intern(name));
  std::vector<uint32_t> codes;
  std::vector<NameId> frames;
  for (const std::vector<uint32_t>& stack : joined.stacks) {
    frames.clear();
    for (const uint32_t position : stack)
      if (position < ids.size()) frames.push_back(ids[position]);
    codes.push_back(stacks_.codeOf(frames));
  }
  return codes;
}

void StateTimes::join(uint32_t unit, const JoinedTimes::Thread& thread, const std::vector<uint32_t>& codes) {
  joined_.insert(thread.thread);
  PackedLane& lane = units_[unit][thread.thread];
  LaneItems items(thread.times);
  for (const LaneItem* one = items.next(); one != nullptr; items.skip(), one = items.next()) {
    LaneItem item = *one;
    item.code = item.code > 0 && item.code <= codes.size() ? codes[item.code - 1] : 0;
    lane.add(item);
  }
}

void StateTimes::finish() {
  leaveUnit();
  stacks_.close();
}

const StateTimes::Threads* StateTimes::of(uint32_t unit) const {
  const auto found = units_.find(unit);
  return found != units_.end() ? &found->second : nullptr;
}

bool StateCursor::next(Time to, StatePiece& out) {
  for (;;) {
    while (at_ >= items_.size()) {
      if (lane_ == nullptr || block_ >= lane_->blocks()) return false;
      lane_->read(block_++, items_);
      at_ = 0;
    }
    const LaneItem& item = items_[at_];
    const Time from = begun_ ? done_ : item.begin, end = std::min(item.end, to);
    if (from >= end && item.end > from) return false;
    out = {from, end - from, item.code, !begun_, item.silent > 0};
    begun_ = end < item.end;
    done_ = end;
    if (!begun_) ++at_;
    if (out.length > 0) return true;
  }
}

}  // namespace tp
