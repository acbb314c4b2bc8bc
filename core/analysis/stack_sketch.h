// How much each of any number of stacks weighs at most, in a fixed room: stacks share counters. What a stack weighs is
// never more than what the least of its counters says, so one that is heavy is never overlooked; those that seem heavy
// are counted exactly by a second look at the records. The sums are the same in whatever order the same calls are
// added, and by however many workers; who adds may leave out what weighs too little to matter (StackFrames).
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
inline constexpr size_t kSlots = size_t{1} << kBits;  // of a row

// Where the stack of a number has its counter in each row.
inline size_t slotOf(size_t row, uint32_t stack) {
  return (row == 0 ? stack * 0x9e3779b1u : (stack ^ stack >> 15) * 0x85ebca77u) >> (32 - kBits);
}
}  // namespace stack_sketch

// The stacks that may weigh enough.
class HeavyStacks {
 public:
  // None of them.
  HeavyStacks();

  bool may(uint32_t stack) const {
    for (size_t row = 0; row < stack_sketch::kRows; ++row) {
      const size_t slot = stack_sketch::slotOf(row, stack);
      if ((rows_[row][slot / 64] >> slot % 64 & 1) == 0) return false;
    }
    return true;
  }
  void write(WireWriter& out) const;
  // Nothing is heavy where it makes no sense.
  static HeavyStacks read(WireReader& in);

 private:
  friend class StackSketch;
  using Row = std::vector<uint64_t>;

  std::array<Row, stack_sketch::kRows> rows_;
};

class StackSketch {
 public:
  StackSketch();

  // `weight` is not less than 0.
  void add(uint32_t stack, int64_t weight) {
    for (size_t row = 0; row < stack_sketch::kRows; ++row) {
      int64_t& sum = rows_[row][stack_sketch::slotOf(row, stack)];
      sum = plus(sum, weight);
    }
  }
  // No less than what the stack weighs. By one of the counters: it is asked often.
  int64_t most(uint32_t stack) const { return rows_[0][stack_sketch::slotOf(0, stack)]; }
  // Those that may weigh `least` or more. Where so many may that the counters tell little, `least` is raised.
  HeavyStacks heavy(int64_t& least) const;

  void write(WireWriter& out) const;
  // Adds what write() wrote elsewhere.
  bool merge(WireReader& in);

 private:
  std::array<std::vector<int64_t>, stack_sketch::kRows> rows_;
};

}  // namespace tp
