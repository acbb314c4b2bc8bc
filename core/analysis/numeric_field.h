// Fields of records whose value is a number: these can be plotted.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/decode/event_row.h"

namespace tp {

// Reads the number that `text` begins with, rounding a fraction. It may be followed by a unit, but not by a letter
// directly. Returns false if there is no number.
bool wholeNumber(std::string_view text, int64_t& out);

// Returns the value of a field of the row, by its name in the filter language. Returns false if there is no such field,
// or if it is not a number.
bool numericField(const EventRow& row, std::string_view field, int64_t& out);

// Returns the unit that the row's text shows behind a number, as in "runtime=294662 [ns]"; empty if it shows none.
std::string fieldUnit(const EventRow& row, std::string_view field);

// Returns the row's own fields that numericField() finds, with their text, in their order. Fields that all records of
// the trace have are left out.
std::vector<std::pair<std::string, std::string>> numericFields(const EventRow& row);

}  // namespace tp
