// Pairs the begins and ends of one track into slices, even if some of them are missing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/decode/record.h"
#include "core/index/mark.h"

namespace tp {

// A slice that has begun.
struct OpenSlice {
  Time begin = 0;
  Time children = 0;  // summed durations of the ended slices that it called
  NameId name = kNoName;
  // kMissing: a placeholder for a depth whose beginning was not seen. kBroken: records were lost since it began.
  // kElsewhere: a call that another stream reports (RecordKind::CallerBegin). kSelfDoubted: as kWhole, after
  // CallStack::markSelfDoubted().
  uint32_t present = kMissing;
  static constexpr uint32_t kMissing = 0, kWhole = 1, kBroken = 2, kElsewhere = 3, kSelfDoubted = 4;

  // Its beginning is a record of this stream.
  bool own() const { return present == kWhole || present == kBroken || present == kSelfDoubted; }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.begin, self.children, self.name, atMost(self.present, kSelfDoubted));
  }
};

// The flags of the slice that an End is the end of.
inline uint8_t endFlags(const Record& end) {
  return end.isAtMost() ? uint8_t{kMarkAtMost} : uint8_t{0};
}

struct ClosedSlice {
  Time begin = 0;
  Time end = 0;
  Time self = 0;
  NameId name = kNoName;
  uint16_t depth = 0;
  uint8_t flags = 0;  // MarkFlags
};

// The open slices of one track. Most of the indexing time is spent here: the common path is inlined in the caller's
// loop, everything else is kept out of line.
class CallStack {
 public:
  // For a track whose records start at `start`: slices without a beginning are drawn from there.
  explicit CallStack(Time start = 0) : start_(start) {}

  // The open slices, outermost first; valid until the next change.
  std::span<const OpenSlice> open() const { return {slots_.data(), depth_}; }
  Time start() const { return start_; }
  void restore(Time start, std::vector<OpenSlice> open) {
    start_ = start;
    depth_ = open.size();
    slots_ = std::move(open);
    room();
  }

  // Counts calls by their ends, as uftrace does: of what is cut, only its callees' time counts as the caller's
  // children, and a call without a beginning takes no time.
  void setByEnds(bool byEnds) { byEnds_ = byEnds; }
  // Renames the open slice at `depth`, when the end is that of another function: a call that returned twice.
  void rename(uint16_t depth, NameId name) {
    if (depth < depth_ && slots_[depth].own()) slots_[depth].name = name;
  }

  // A slice begins at `depth`; what is open there or deeper is cut. In all of these, `closed(const ClosedSlice&)` is
  // called for each slice that ends, innermost first.
  template <class Closed>
  [[gnu::always_inline]] void begin(Time time, uint16_t depth, NameId name, Closed&& closed) {
    if (depth_ != depth) [[unlikely]]
      reach(time, depth, closed);
    slots_[depth_++] = {time, 0, name, OpenSlice::kWhole};
    room();
  }

  // As begin(), for a call of another stream: closed() is not called when it ends.
  template <class Closed>
  void beginElsewhere(Time time, uint16_t depth, NameId name, Closed&& closed) {
    begin(time, depth, name, closed);
    slots_[depth].present = OpenSlice::kElsewhere;
  }

  // Ends what is open at this depth or deeper, without an end of its own.
  template <class Closed>
  void cut(Time time, uint16_t depth, Closed&& closed) {
    while (depth_ > depth) close(time, kMarkCut, closed);
  }
  // Records were lost from `time` on: marks what is open as broken. What is outside of a broken slice was broken with
  // it.
  void breakOpen(Time time) {
    start_ = std::max(start_, time);
    for (size_t i = depth_; i-- > 0 && slots_[i].present != OpenSlice::kBroken;)
      if (slots_[i].own()) slots_[i].present = OpenSlice::kBroken;
  }
  // The records go on at `time`. What turns out to have begun before lasted from there on, at least.
  void goOn(Time time) { start_ = std::max(start_, time); }
  // Marks the open slice at `depth`, so that loops that look for whole ones leave it to others.
  void markSelfDoubted(uint16_t depth) {
    if (depth < depth_ && slots_[depth].present == OpenSlice::kWhole) slots_[depth].present = OpenSlice::kSelfDoubted;
  }

  // Ends the slice at `depth`. `name` is the end's name, or kNoName. If the beginning is missing, the slice gets that
  // name. A slice that began under another name is closed as cut, since its own end is missing. `flags` are those of
  // endFlags().
  template <class Closed>
  [[gnu::always_inline]] void end(Time time, uint16_t depth, NameId name, Closed&& closed, uint8_t flags = 0) {
    if (depth_ != depth + size_t{1}) [[unlikely]]
      reach(time, depth + size_t{1}, closed);
    OpenSlice& top = slots_[depth];
    if (top.own()) [[likely]]
      return close(time, name == kNoName || name == top.name ? flags : uint8_t{kMarkCut}, closed);
    top.name = name;
    top.present = OpenSlice::kWhole;
    if (byEnds_) top.begin = time;
    close(time, kMarkNoBegin, closed);
  }

  // For loops that keep the common path in registers: the open slices, with at least one free slot after them. setTop()
  // then says how many are open, and when the last one ended.
  struct Top {
    OpenSlice* slots;
    size_t depth;
    size_t room;  // number of slots
  };
  Top top() { return {slots_.data(), depth_, slots_.size()}; }
  void setTop(size_t depth, Time start) {
    depth_ = depth;
    start_ = start;
  }

  // Ends all open slices, at the end of the stream.
  template <class Closed>
  void closeAll(Time time, Closed&& closed) {
    while (depth_ > 0) close(time, kMarkCut, closed);
  }

 private:
  template <class Closed>
  [[gnu::always_inline]] void close(Time time, uint8_t flags, Closed&& closed) {
    const OpenSlice top = slots_[--depth_];
    if (!top.own()) {
      // A row without a slice: what was above it is within the slice below. Interrupts leave out rows.
      if (depth_ > 0 && top.present == OpenSlice::kMissing) slots_[depth_ - 1].children += top.children;
      return;
    }
    Time duration = time - top.begin;
    // A cut slice is no call if calls are counted by ends: its callees become the caller's.
    if (depth_ > 0) slots_[depth_ - 1].children += byEnds_ && flags == kMarkCut ? top.children : duration;
    // An end that follows a loss may be that of a later call, but of none before.
    if (top.present == OpenSlice::kBroken) flags |= (flags & kMarkCut) != 0 ? kMarkBroken : kMarkAtMost;
    closed(ClosedSlice{top.begin, time, std::max<Time>(0, duration - top.children), top.name,
                       static_cast<uint16_t>(depth_), flags});
    // A later slice without a beginning can't have begun before this one ended.
    start_ = time;
  }

  // Ends what is deeper than `depth`, and adds placeholders for depths up to it whose beginnings were not seen.
  template <class Closed>
  [[gnu::noinline]] void reach(Time time, size_t depth, Closed&& closed) {
    while (depth_ > depth) close(time, kMarkCut, closed);
    while (depth_ < depth) {
      // It began after what called it.
      slots_[depth_] = {depth_ > 0 ? std::max(start_, slots_[depth_ - 1].begin) : start_, 0, kNoName, 0};
      ++depth_;
      room();
    }
  }

  // Keeps a free slot for the next slice.
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
