// Finds what a function does on one side within other outermost calls than on the other side: on another thread, as a
// rule.
#pragma once

#include <vector>

#include "core/analysis/compare/function_changes.h"
#include "core/analysis/compare/function_pairs.h"
#include "core/analysis/outermost_sums.h"

namespace tp {

// Returns what is called within which outermost calls, by positions in `functions`, which sideFunctions() returned of
// the same profile and names. Empty if the sums are not complete.
std::vector<SideWithin> sideWithin(const std::vector<SideFunction>& functions, const OutermostSums& sums,
                                   const NameTable& names);

// Orders them by function, and adds up those of one pair.
std::vector<SideWithin> addedUp(std::vector<SideWithin> all);

// Returns, for each of FunctionPairs::pairs, how much of the function's self time has moved between outermost
// functions. It is the smaller one of two sums: of what calls within some of them have less in B, and of what those
// within others have more. Of each, only so much counts as there are fewer or more calls, each at the mean, and nothing
// if it is noise: if both sides have such calls, and their time differs by less than kNoiseHalves times what the halves
// of a side differ by. Between outermost functions of which only A has one, and only B the other, nothing has moved:
// they may be one that was renamed.
//
// Empty if SideFunctions::within is not known of both sides, or if a trace is a kernel's: what an interrupt is within
// is what it came upon.
std::vector<MovedTime> movedTimes(const SideFunctions& a, const SideFunctions& b, const FunctionPairs& pairs);

// Makes the row of which more has moved than any other has changed, or has moved, the first one. `changes` are by
// |change|, descending.
void putMovedFirst(std::vector<FunctionChange>& changes);

}  // namespace tp
