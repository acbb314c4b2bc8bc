// The fields of records that have a number for a value: what can be plotted.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/decode/event_row.h"

namespace tp {

// A value as a whole number, a fraction rounded; what follows it may be its unit. False where it is no number.
bool wholeNumber(std::string_view text, int64_t& out);

// An argument of a call without a name, `arg1`, `arg2` and so on, as the text of its entry has it, or what the call
// returned, `retval`. False where there is none.
bool positionalField(const EventRow& row, std::string_view field, std::string_view& out);

// The value of the field in the row, by the names of the filter language; arguments of a call without a name are arg1,
// arg2 and so on, and what it returned is `retval`. False where there is none, or none that is a number.
bool numericField(const EventRow& row, std::string_view field, int64_t& out);

// Those of its own fields that numericField() finds, with their text, in their order; without those that all records of
// the trace have.
std::vector<std::pair<std::string, std::string>> numericFields(const EventRow& row);

}  // namespace tp
