// StackSample estimates whether many calls of a sequence have stacks of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>

#include "core/trace/names.h"

namespace tp {

// Stacks are identified by evenly distributed hashes. The stacks in a fixed part of the range are sampled, with all of
// their calls.
class StackSample {
 public:
  // Returns the hash of the stack in which `stack` has called `name`.
  static uint64_t callee(uint64_t stack, NameId name) {
    stack = (stack ^ name) * 0x9e3779b97f4a7c15u;
    return stack ^ stack >> 32;
  }
  void add(uint64_t stack) {
    if (stack >> kShift != 0) [[likely]]
      return;
    ++calls_;
    stacks_.insert(stack);
  }
  // Returns whether fewer than two of five sampled calls had a stack of their own.
  bool few() const { return stacks_.size() * 5 < calls_ * 2; }
  void clear() {
    calls_ = 0;
    stacks_.clear();
  }

 private:
  static constexpr uint32_t kShift = 56;
  size_t calls_ = 0;
  std::unordered_set<uint64_t> stacks_;
};

}  // namespace tp
