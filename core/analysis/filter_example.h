// An expression that holds for a row: what a filter may look like in the trace that is open.
#pragma once

#include <string>

#include "core/decode/event_row.h"

namespace tp {

// Its thread or CPU, and its name. Empty for a row that has neither, or tells of a loss.
std::string filterExample(const EventRow& row);

}  // namespace tp
