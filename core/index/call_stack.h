// Pairs begins and ends of one track into slices, whatever is missing between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/index/mark.h"

namespace tp {

// A slice that has begun.
struct OpenSlice {
  Time begin = 0;
  Time children = 0;  // summed durations of what it called and has ended
  NameId name = kNoName;
  // kMissing: only stands for a level whose beginning was not seen. kBroken: records were lost since it began.
  // kElsewhere: of a call that another stream tells (RecordKind::CallerBegin).
  uint32_t present = kMissing;
  static constexpr uint32_t kMissing = 0, kWhole = 1, kBroken = 2, kElsewhere = 3;

  // Its beginning is told by this stream.
  bool own() const { return present == kWhole || present == kBroken; }
};

struct ClosedSlice {
  Time begin = 0;
  Time end = 0;
  Time self = 0;
  NameId name = kNoName;
  uint16_t depth = 0;
  uint8_t flags = 0;  // MarkFlags
};

// Most of what the index does is here: the usual way through it is laid out in the caller's loop, the rest is kept out.
class CallStack {
 public:
  // For a track whose records start at `start`: slices whose beginning is missing are drawn from there.
  explicit CallStack(Time start = 0) : start_(start) {}

  // Outermost first; valid until the next change.
  std::span<const OpenSlice> open() const { return {slots_.data(), depth_}; }
  Time start() const { return start_; }
  void restore(Time start, std::vector<OpenSlice> open) {
    start_ = start;
    depth_ = open.size();
    slots_ = std::move(open);
    room();
  }

  // For counting calls as uftrace does, by their ends: what is cut off takes no time of its caller's, and what has no
  // beginning none at all.
  void setByEnds(bool byEnds) { byEnds_ = byEnds; }
  // An end of another function than began: a call that returned twice.
  void rename(uint16_t depth, NameId name) {
    if (depth < depth_ && slots_[depth].own()) slots_[depth].name = name;
  }

  // `closed(const ClosedSlice&)` is called for each slice that ends, innermost first.
  template <class Closed>
  [[gnu::always_inline]] void begin(Time time, uint16_t depth, NameId name, Closed&& closed) {
    if (depth_ != depth) [[unlikely]]
      reach(time, depth, closed);
    slots_[depth_++] = {time, 0, name, OpenSlice::kWhole};
    room();
  }

  // As begin(), of a call of another stream: closed() is not called when it ends.
  template <class Closed>
  void beginElsewhere(Time time, uint16_t depth, NameId name, Closed&& closed) {
    begin(time, depth, name, closed);
    slots_[depth].present = OpenSlice::kElsewhere;
  }

  // What is open at this depth or deeper has ended, without an end of its own.
  template <class Closed>
  void cut(Time time, uint16_t depth, Closed&& closed) {
    while (depth_ > depth) close(time, kMarkCut, closed);
  }
  // Records were lost. What is below a slice that an earlier loss broke was broken by that, too.
  void breakOpen() {
    for (size_t i = depth_; i-- > 0 && slots_[i].present != OpenSlice::kBroken;)
      if (slots_[i].present == OpenSlice::kWhole) slots_[i].present = OpenSlice::kBroken;
  }

  // `name` is that of the end, or kNoName. Where the beginning is missing, the slice has it; what began by another
  // name has ended before, by no end of its own.
  template <class Closed>
  [[gnu::always_inline]] void end(Time time, uint16_t depth, NameId name, Closed&& closed) {
    if (depth_ != depth + size_t{1}) [[unlikely]]
      reach(time, depth + size_t{1}, closed);
    OpenSlice& top = slots_[depth];
    if (top.own()) [[likely]]
      return close(time, name == kNoName || name == top.name ? 0 : kMarkCut, closed);
    top.name = name;
    top.present = OpenSlice::kWhole;
    if (byEnds_) top.begin = time;
    close(time, kMarkNoBegin, closed);
  }

  // For loops that keep the usual way in registers: the open slices, and room for one more behind them. What the loop
  // has done to them is told by the number that is open then, and the time when the last one ended.
  struct Top {
    OpenSlice* slots;
    size_t depth;
    size_t room;  // of slots
  };
  Top top() { return {slots_.data(), depth_, slots_.size()}; }
  void setTop(size_t depth, Time start) {
    depth_ = depth;
    start_ = start;
  }

  // The stream ends.
  template <class Closed>
  void closeAll(Time time, Closed&& closed) {
    while (depth_ > 0) close(time, kMarkCut, closed);
  }

 private:
  template <class Closed>
  [[gnu::always_inline]] void close(Time time, uint8_t flags, Closed&& closed) {
    const OpenSlice top = slots_[--depth_];
    if (!top.own()) return;
    Time duration = time - top.begin;
    // Of what is no call, what it called is the caller's callees'.
    if (depth_ > 0) slots_[depth_ - 1].children += byEnds_ && flags == kMarkCut ? top.children : duration;
    if (top.present == OpenSlice::kBroken) flags |= kMarkBroken;
    closed(ClosedSlice{top.begin, time, std::max<Time>(0, duration - top.children), top.name,
                       static_cast<uint16_t>(depth_), flags});
    // A later slice whose beginning is missing cannot have begun before this one ended.
    start_ = time;
  }

  // What is deeper than `depth` ends; levels up to it whose beginnings were not seen are made up.
  template <class Closed>
  [[gnu::noinline]] void reach(Time time, size_t depth, Closed&& closed) {
    while (depth_ > depth) close(time, kMarkCut, closed);
    while (depth_ < depth) {
      slots_[depth_++] = {start_, 0, kNoName, 0};
      room();
    }
  }

  // There is always a slot to write the next one to.
  void room() {
    if (depth_ == slots_.size()) [[unlikely]]
      slots_.resize(std::max<size_t>(16, slots_.size() * 2));
  }

  Time start_;
  bool byEnds_ = false;
  size_t depth_ = 0;
  std::vector<OpenSlice> slots_ = std::vector<OpenSlice>(4);  // the first `depth_` are open
};

}  // namespace tp
