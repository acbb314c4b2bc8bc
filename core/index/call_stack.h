// Pairs begins and ends of one track into slices, whatever is missing between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/index/mark.h"

namespace tp {

// A slice that has begun.
struct OpenSlice {
  Time begin = 0;
  Time children = 0;  // summed durations of what it called and has ended
  NameId name = kNoName;
  uint32_t present = 0;  // 0: only stands for a level whose beginning was not seen
};

struct ClosedSlice {
  Time begin = 0;
  Time end = 0;
  Time self = 0;
  NameId name = kNoName;
  uint16_t depth = 0;
  uint8_t flags = 0;  // MarkFlags
};

class CallStack {
 public:
  // For a track whose records start at `start`: slices whose beginning is missing are drawn from there.
  explicit CallStack(Time start = 0) : start_(start) {}

  const std::vector<OpenSlice>& open() const { return open_; }
  Time start() const { return start_; }
  void restore(Time start, std::vector<OpenSlice> open) {
    start_ = start;
    open_ = std::move(open);
  }

  // For counting calls as uftrace does, by their ends: what is cut off takes no time of its caller's, and what has no
  // beginning none at all.
  void setByEnds(bool byEnds) { byEnds_ = byEnds; }
  // An end of another function than began: a call that returned twice.
  void rename(uint16_t depth, NameId name) {
    if (depth < open_.size() && open_[depth].present) open_[depth].name = name;
  }

  // `closed(const ClosedSlice&)` is called for each slice that ends, innermost first.
  template <class Closed>
  void begin(Time time, uint16_t depth, NameId name, Closed&& closed) {
    while (open_.size() > depth) close(time, kMarkCut, closed);
    while (open_.size() < depth) open_.push_back({start_, 0, kNoName, 0});
    open_.push_back({time, 0, name, 1});
  }

  // `name` is used where the beginning is missing.
  template <class Closed>
  void end(Time time, uint16_t depth, NameId name, Closed&& closed) {
    while (open_.size() > depth + size_t{1}) close(time, kMarkCut, closed);
    while (open_.size() <= depth) open_.push_back({start_, 0, kNoName, 0});
    if (!open_.back().present) {
      open_.back().name = name;
      open_.back().present = 1;
      if (byEnds_) open_.back().begin = time;
      close(time, kMarkNoBegin, closed);
    } else {
      close(time, 0, closed);
    }
  }

  // The stream ends.
  template <class Closed>
  void closeAll(Time time, Closed&& closed) {
    while (!open_.empty()) close(time, kMarkCut, closed);
  }

 private:
  template <class Closed>
  void close(Time time, uint8_t flags, Closed&& closed) {
    OpenSlice top = open_.back();
    open_.pop_back();
    if (!top.present) return;
    Time duration = time - top.begin;
    if (!open_.empty() && !(byEnds_ && flags == kMarkCut)) open_.back().children += duration;
    closed(ClosedSlice{top.begin, time, std::max<Time>(0, duration - top.children), top.name,
                       static_cast<uint16_t>(open_.size()), flags});
    // A later slice whose beginning is missing cannot have begun before this one ended.
    start_ = time;
  }

  Time start_;
  bool byEnds_ = false;
  std::vector<OpenSlice> open_;
};

}  // namespace tp
