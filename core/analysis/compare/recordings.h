// Compares several recordings of each side, A and B: the means of their figures, and how likely chance makes so much of
// a difference.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/analysis/compare/function_changes.h"

namespace tp {

// With fewer recordings of a side, chance is not judged: of two and two, all splits are six.
inline constexpr size_t kTestedRecordings = 3;

// Returns what a side is as the mean of its recordings, at least one: calls and times for each of them, rounded to the
// nearest thousandth as divideFigures() does it, and then in thousandths. A function that a recording does not have has
// nothing there. What is counted of the unknown, losses and warnings are sums, and nothing is known of halves. All must
// have the same unit (sameUnit()).
SideFunctions meanOfRecordings(std::span<const SideFunctions> recordings);

// As compareFunctions(), of the means of both sides, with FunctionComparison::recordings and FunctionChange::chance.
// `per`: what the figures of all recordings were divided by; empty: none was, and they are for each recording.
// `copies`: ComparedRecordings::copies.
FunctionComparison compareRecordings(std::span<const SideFunctions> a, std::span<const SideFunctions> b,
                                     std::string per = {}, const NameCorrections& corrections = {}, size_t copies = 0);

}  // namespace tp
