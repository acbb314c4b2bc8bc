// Figures of functions for each of something of which A and B have not as much: calls of a function, seconds.
#pragma once

#include <cstdint>
#include <optional>

#include "core/analysis/compare/function_changes.h"

namespace tp {

// How much of it a side has: `amount` / `parts`, as 1 500 000 000 ns are 1 500 000 000 / 1 000 000 000 s.
struct RateBase {
  uint64_t amount = 1;  // above 0
  uint32_t parts = 1;
};

// Returns how many seconds the time of a side has; nullopt if it has not even a nanosecond, or if it is not known how
// long a unit of its clock is.
std::optional<RateBase> secondsOf(const ComparedSide& side);
// Says for users that there are none.
inline constexpr char kNoSeconds[] = "How many seconds a side has is not known.";

// Returns a figure divided by it, rounded to the nearest: in thousandths, or in what the figure is in if that is
// `thousandths` already.
int64_t rateOf(int64_t figure, const RateBase& by, bool thousandths);

// Divides times and halves by it, and calls into FunctionFigures::rate. Each figure is rounded to the nearest
// thousandth by itself, and is then in thousandths: what is computed of them afterwards is exact. Figures that are in
// thousandths already are divided further. Counts of what is not known stay as they are.
void divideFigures(std::vector<SideFunction>& functions, const RateBase& by);

}  // namespace tp
