// The values that a record shows (core/decode/shown_value.h), by their names; the arguments of a call are `arg1`,
// `arg2` and so on by their position, and its result is `retval`. Where the record has only a text, calls are read from
// that.
#pragma once

#include <functional>
#include <string_view>

#include "core/decode/event_row.h"

namespace tp {

// Calls `take(name, value)` for each value that the row itself shows until it returns true; returns whether it did. A
// number is the one that the record has. A text has kind Text and is given without the quotes around it, anything else
// has kind Words.
bool eachCallValue(const EventRow& row, const std::function<bool(std::string_view, const RowValue&)>& take);

// Finds the value of this name, in EventRow::entry too. Returns false if there is none.
bool readCallValue(const EventRow& row, std::string_view name, RowValue& out);

}  // namespace tp
