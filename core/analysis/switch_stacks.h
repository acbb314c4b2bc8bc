// SwitchStacks keeps the stacks of threads at their switches, each once, by numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/trace/names.h"

namespace tp {

class SwitchStacks {
 public:
  // Returns the number of a stack, which is added if it is new; 0 if it has no frames, or if there are too many.
  uint32_t codeOf(std::span<const NameId> frames);
  // Returns the frames of the stack, the outermost first; none for number 0, and for one that is not there.
  std::span<const NameId> of(uint32_t code) const;
  // The greatest number.
  uint32_t count() const { return static_cast<uint32_t>(ends_.size()); }
  // No stack is added any more.
  void close() { codes_.clear(); }

  size_t memoryBytes() const { return frames_.size() * sizeof(NameId) + ends_.size() * sizeof(uint32_t); }
  // What is read is only to be read from.
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.frames_, self.ends_);
  }

 private:
  // Bounds the memory of a worker, whatever the trace.
  static constexpr size_t kMaxStacks = size_t{1} << 18;
  static constexpr size_t kMaxFrames = size_t{1} << 22;

  std::vector<NameId> frames_;                         // of all stacks
  std::vector<uint32_t> ends_;                         // of each, in `frames_`
  std::unordered_multimap<uint64_t, uint32_t> codes_;  // by hash of the frames
};

}  // namespace tp
