// FunctionGains sums up by function what stacks gain while they are open: the growth of a counter, or time in states of
// threads.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/trace/names.h"

namespace tp {

struct FunctionGain {
  NameId name = kNoName;
  uint64_t times = 0;  // how often the counter grew, or such a time began, while the function was open
  int64_t total = 0;   // while it was open, however often
  int64_t self = 0;    // while it was the innermost one
  bool atMost = false, selfAtMost = false;  // some of the time is an upper bound, and so are total and self

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.name, self.times, self.total, self.self, self.atMost, self.selfAtMost);
  }
};

class FunctionGains {
 public:
  // Returns the position of a function's row, which it makes if there is none.
  uint32_t rowOf(NameId name);

  // Adds a gain of a stack: leaf() for its innermost function, then above() for each of its functions, itself
  // included. `atMost`: it is an upper bound.
  void leaf(uint32_t row, int64_t amount, bool atMost);
  void above(uint32_t row, int64_t amount, uint64_t times, bool atMost);

  // In no particular order.
  const std::vector<FunctionGain>& rows() const { return rows_; }
  // Adds the rows of another worker.
  void add(const std::vector<FunctionGain>& theirs);

 private:
  std::vector<FunctionGain> rows_;
  std::vector<uint64_t> counted_;  // by row: the last gain that its total has
  uint64_t gain_ = 0;              // number of the gain that is being added
  std::unordered_map<NameId, uint32_t> known_;
};

// The columns of the table of such functions, by which it is sorted, the greatest first; names in their own order.
enum class GainColumn : uint8_t { Name, Times, Total, Self };
inline constexpr const char* kGainColumns[] = {"name", "times", "total", "self"};
// Returns the rows that gained anything, in this order.
std::vector<FunctionGain> sortedGains(std::vector<FunctionGain> rows, GainColumn by, const NameTable& names);

}  // namespace tp
