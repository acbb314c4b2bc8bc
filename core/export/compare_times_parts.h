// What the text and the report of a comparison of times have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/analysis/compare/timed_changes.h"

namespace tp {

// Returns the changes of a kind, by its position, which are beside each other.
std::span<const TimedChange> changesOf(const TimedComparison& compared, size_t kind);

// How a time of one name is told on a side.
enum class ToldTime : uint8_t {
  None,     // the side has nothing of this name
  Unknown,  // no length is known
  Exact,
  Uncertain,  // records are missing at the ends of some
  AtMost,     // an upper bound: a CPU, or records, are missing
};
// `figure`: a sum or a median of the figures.
ToldTime toldAs(const TimedFigures& figures, std::optional<int64_t> figure);
// Of the longest of the figures.
ToldTime longestToldAs(const TimedFigures& figures);
// Of the sum of a kind.
ToldTime toldAs(const TimedTotals& totals);
// "~", "≤" or nothing: what stands before a time.
const char* signOf(ToldTime told);
// "~1.2 ms", "≤1.3 ms", "1.2 ms": a time that is known, rounded up if it is an upper bound.
std::string toldText(ToldTime told, int64_t time, const ClockInfo& clock);

// Whether medians were counted of any of these: they have columns.
bool showsMedians(std::span<const TimedChange> rows);

// Returns the sum of their changes.
ChangeParts sumOf(std::span<const TimedChange> rows);

// Returns sentences about what of a kind is in no sum, or not exact, a line each; `name` is "A" or "B".
std::string doubtText(const char* name, const TimedKind& kind, const TimedTotals& totals);

// Says of a kind that only one side tells of that there is no change.
std::string oneSidedText(const TimedComparison::Kind& totals);

}  // namespace tp
