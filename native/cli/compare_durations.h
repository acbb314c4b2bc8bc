// The durations of one function in both sides of `tracepane compare --function`.
#pragma once

#include <optional>
#include <string>

#include "core/analysis/compare/duration_changes.h"
#include "native/cli/compare_sides.h"

namespace tp::cli {

// Compares the calls of the function of this name; where A has none of it, those of the one in A that is guessed to be
// the same (function_match.h). Returns nullopt (after complaining) if a side has no such function, or if it is not
// known how long the unit of a clock is.
std::optional<DurationComparison> askDurations(Side& a, Side& b, const std::string& function);

}  // namespace tp::cli
