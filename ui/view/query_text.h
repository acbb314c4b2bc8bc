// What the text of a query tells of its result.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tp::ui {

// What the numbers of a column are. Other: also if that can't be known.
enum class ValueKind : uint8_t { Other, Time, Duration, Id };

// Returns what a column of this name is, as the tables of the trace name their own: ts, dur, utid, first_ts.
ValueKind kindOfName(std::string_view column);

// Returns what each column of the result is: by its name or, where the query says what it computes, by that. Known are
// columns, the longest, shortest, average and sum of one, and the difference of two times. The sum of times is nothing.
std::vector<ValueKind> kindsOf(std::string_view text, std::span<const std::string> columns);

// Returns the query without comments, each blank between words as a single one; of a script, its last statement.
std::string plainQuery(std::string_view text);

}  // namespace tp::ui
