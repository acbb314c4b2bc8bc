// Samples with the same stack, summed up before they are counted: most samples of a profile have a stack that was there
// before.
#pragma once

#include <span>
#include <vector>

#include "core/decode/sampled_stack.h"
#include "core/trace/trace_info.h"

namespace tp {

class GatheredStacks {
 public:
  // The sum of some samples of one thread, all with this stack.
  struct Sum {
    TrackId thread = kNoTrack;
    std::span<const NameId> frames;  // the outermost first
    int64_t amount = 0;
    uint64_t samples = 0;
    Time first = 0;
  };

  // Adds a sample. Returns false and does nothing if no stack of the thread like this one was added with addNew().
  bool add(const SampledStack& stack, int64_t amount, Time time);
  // Adds the sample that add() has just refused.
  void addNew(const SampledStack& stack, int64_t amount, Time time);
  // Whether so many are held that they have to be taken.
  bool full() const { return sums_.size() >= kMost || frames_.size() >= kMostFrames; }

  // Calls `visit(Sum)` for each sum, in the order of their first samples, and forgets them.
  template <class Visit>
  void takeEach(Visit&& visit) {
    for (const Held& one : sums_)
      visit(Sum{one.thread, std::span<const NameId>(frames_).subspan(one.frameAt, one.frames), one.amount, one.samples,
                one.first});
    clear();
  }
  void clear();

 private:
  // Bounds the memory.
  static constexpr size_t kMost = size_t{1} << 14, kMostFrames = size_t{1} << 20;
  struct Held {
    uint64_t hash = 0;
    size_t frameAt = 0, frames = 0;  // in frames_
    TrackId thread = kNoTrack;
    int64_t amount = 0;
    uint64_t samples = 0;
    Time first = 0;
  };

  std::vector<Held> sums_;
  std::vector<uint32_t> slots_;  // by hash: position in sums_ + 1; 0: free
  std::vector<NameId> frames_;
  uint64_t missed_ = 0;    // hash of the stack that add() refused last
  size_t missedSlot_ = 0;  // and its slot
};

}  // namespace tp
