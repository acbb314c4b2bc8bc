// StackSketch bounds the weights of any number of stacks in fixed memory: stacks share counters. A stack weighs at most
// what the least of its counters says, so a heavy one is never overlooked; those that seem heavy are counted exactly by
// a second pass over the records. The sums depend neither on the order in which calls are added nor on the number of
// workers; StackFrames leaves out what weighs too little to matter.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/io/wire.h"
#include "core/trace/sums.h"

namespace tp {

namespace stack_sketch {
inline constexpr size_t kRows = 2;
inline constexpr uint32_t kBits = 19;
inline constexpr size_t kSlots = size_t{1} << kBits;  // counters of a row

// Returns the index of the stack's counter in a row.
inline size_t slotOf(size_t row, uint32_t stack) {
  return (row == 0 ? stack * 0x9e3779b1u : (stack ^ stack >> 15) * 0x85ebca77u) >> (32 - kBits);
}
}  // namespace stack_sketch

// The set of stacks that may weigh enough.
class HeavyStacks {
 public:
  // Contains no stack.
  HeavyStacks();

  // Returns false only if the stack does not weigh enough.
  bool may(uint32_t stack) const {
    for (size_t row = 0; row < stack_sketch::kRows; ++row) {
      const size_t slot = stack_sketch::slotOf(row, stack);
      if ((rows_[row][slot / 64] >> slot % 64 & 1) == 0) return false;
    }
    return true;
  }
  // Adds the stacks of another set.
  void add(const HeavyStacks& other);
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    for (auto& row : self.rows_) wire(sameSize(row));
  }

 private:
  friend class StackSketch;
  using Row = std::vector<uint64_t>;

  std::array<Row, stack_sketch::kRows> rows_;
};

class StackSketch {
 public:
  StackSketch();

  // `weight` must be at least 0.
  void add(uint32_t stack, int64_t weight) {
    for (size_t row = 0; row < stack_sketch::kRows; ++row) {
      int64_t& sum = rows_[row][stack_sketch::slotOf(row, stack)];
      sum = plus(sum, weight);
    }
  }
  // Returns an upper bound for the weight of the stack, by one of its counters only, since it is called often.
  int64_t most(uint32_t stack) const { return rows_[0][stack_sketch::slotOf(0, stack)]; }
  // Returns the stacks that may weigh `least` or more. Raises `least` if so many may that the counters tell little.
  HeavyStacks heavy(int64_t& least) const;

  // Adds the sums of another worker.
  void add(const StackSketch& other);
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    for (auto& row : self.rows_) wire(sameSize(row));
  }

 private:
  std::array<std::vector<int64_t>, stack_sketch::kRows> rows_;
};

}  // namespace tp
