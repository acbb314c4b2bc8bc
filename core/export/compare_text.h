// Writes comparisons as text, CSV and JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/compare/function_changes.h"
#include "core/analysis/compare/thread_changes.h"
#include "core/analysis/compare/timed_changes.h"

namespace tp {

// Return all of it as one JSON object, as a table with a line of titles, and as a report for users. `limit`: the
// percentage of growth that is too much, if there is one.
std::string comparisonJson(const FunctionComparison& compared, std::optional<double> limit = std::nullopt);
std::string comparisonCsv(const FunctionComparison& compared);
std::string comparisonReport(const FunctionComparison& compared, std::optional<double> limit = std::nullopt);

// Sentences about what of a side is in no sum, and what is not exact, a line each; `name` is "A" or "B". `time` returns
// the text of a time.
std::string doubtText(std::string_view name, const FunctionTotals& totals,
                      const std::function<std::string(int64_t)>& time);

// Says by how much the time of all calls in a differential flame graph, `graph`, differs from the sum of self times by
// function on a side, and what it has besides; empty if both are equal. Both are in the same unit; `name` and `time`
// are as above.
std::string graphSumText(std::string_view name, int64_t graph, const FunctionTotals& totals,
                         const std::function<std::string(int64_t)>& time);

std::string comparisonJson(const ThreadComparison& compared, std::optional<double> limit = std::nullopt);
std::string comparisonCsv(const ThreadComparison& compared);
std::string comparisonReport(const ThreadComparison& compared, std::optional<double> limit = std::nullopt);

std::string comparisonJson(const TimedComparison& compared, std::optional<double> limit = std::nullopt);
std::string comparisonCsv(const TimedComparison& compared);
std::string comparisonReport(const TimedComparison& compared, std::optional<double> limit = std::nullopt);

}  // namespace tp
