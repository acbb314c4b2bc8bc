// Makes an example of a filter expression for the trace that is open.
#pragma once

#include <string>

#include "core/decode/event_row.h"

namespace tp {

// Returns an expression that holds for the row: its thread or CPU, and its name. Returns an empty text if the row has
// no thread or CPU, no short name that can be quoted, or reports a loss.
std::string filterExample(const EventRow& row);

}  // namespace tp
