#include "core/analysis/stack_sketch.h"

#include <algorithm>

namespace tp {
namespace {

using namespace stack_sketch;

// How many slots of a row may be heavy. A light stack then passes for a heavy one if both of its counters are heavy by
// chance, which is one of sixteen.
constexpr size_t kMaxHeavy = kSlots / 4;

}  // namespace

HeavyStacks::HeavyStacks() {
  for (Row& row : rows_) row.resize(kSlots / 64);
}

void HeavyStacks::add(const HeavyStacks& other) {
  for (size_t row = 0; row < kRows; ++row)
    for (size_t i = 0; i < rows_[row].size(); ++i) rows_[row][i] |= other.rows_[row][i];
}

StackSketch::StackSketch() {
  for (auto& row : rows_) row.resize(kSlots);
}

HeavyStacks StackSketch::heavy(int64_t& least) const {
  for (const auto& row : rows_) {
    std::vector<int64_t> sums = row;
    auto last = sums.begin() + static_cast<ptrdiff_t>(kMaxHeavy);
    std::nth_element(sums.begin(), last, sums.end(), std::greater<>());
    least = std::max(least, plus(*last, 1));
  }
  HeavyStacks heavy;
  for (size_t row = 0; row < kRows; ++row)
    for (size_t slot = 0; slot < kSlots; ++slot)
      if (rows_[row][slot] >= least) heavy.rows_[row][slot / 64] |= uint64_t{1} << slot % 64;
  return heavy;
}

void StackSketch::add(const StackSketch& other) {
  for (size_t row = 0; row < kRows; ++row)
    for (size_t slot = 0; slot < kSlots; ++slot) rows_[row][slot] = plus(rows_[row][slot], other.rows_[row][slot]);
}

}  // namespace tp
