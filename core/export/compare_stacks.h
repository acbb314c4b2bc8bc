// Writes comparisons of stacks as text, CSV, JSON and folded stacks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/compare/stack_changes.h"

namespace tp {

// The frame that folded stacks have for the time of callees that are not told apart.
inline constexpr std::string_view kNotToldApart = "[not told apart]";

// As those of functions (compare_text.h): the comparison as a JSON object, as a table with a line of titles, and as a
// report for users.
std::string comparisonJson(const StackComparison& compared, std::optional<double> limit = std::nullopt);
std::string comparisonCsv(const StackComparison& compared);
std::string comparisonReport(const StackComparison& compared, std::optional<double> limit = std::nullopt);

// "main;parse;read 12 34": a line for each stack with its self time in A and in B, as difffolded.pl writes them, and
// flamegraph.pl reads them. Stacks without self time on both sides are left out.
std::string comparisonFolded(const StackComparison& compared);

}  // namespace tp
