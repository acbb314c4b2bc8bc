// Whether many calls have stacks of their own, of a stream of calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>

#include "core/trace/names.h"

namespace tp {

// Stacks go by numbers that are spread evenly. Some of the numbers are looked at, wherever they come: all calls of
// these stacks stand for the others.
class StackSample {
 public:
  // The number of what a stack calls.
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
  // Fewer than two of five, so far.
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
