// Writes a comparison of the durations of one function as text and JSON.
#pragma once

#include <string>

#include "core/analysis/compare/duration_changes.h"

namespace tp {

// Returns it as one JSON object, and as a report for users.
std::string comparisonJson(const DurationComparison& compared);
std::string comparisonReport(const DurationComparison& compared);

// "1.124", "1.122 to 1.125": a figure, or within what it lies, with so many decimals.
std::string betweenText(const Between<double>& figure, int decimals);

}  // namespace tp
