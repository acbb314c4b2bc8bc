// The arguments of a call, `arg1`, `arg2` and so on by their position, and its result, `retval`: what a record says of
// values that have no names.
#pragma once

#include <functional>
#include <string_view>

#include "core/decode/event_row.h"

namespace tp {

// Calls `take(name, value)` for each value that the row itself says until it returns true; returns whether it did. A
// text has kind Text and is given without the quotes around it, anything else has kind Words.
bool eachCallValue(const EventRow& row, const std::function<bool(std::string_view, const RowValue&)>& take);

// Finds the value of this name, among EventRow::entryWords too. Returns false if there is none.
bool readCallValue(const EventRow& row, std::string_view name, RowValue& out);

}  // namespace tp
