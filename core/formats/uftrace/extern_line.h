// A line of extern.dat: a time and a message.
#pragma once

#include <string_view>

#include "core/trace/trace_info.h"

namespace tp::uftrace {

// Removes a time such as "12.345678901" from the front of `line`. The fraction may have fewer digits. Returns false if
// there is none.
bool takeTime(std::string_view& line, Time& time);
// Returns the text without white space around it.
std::string_view trim(std::string_view text);

}  // namespace tp::uftrace
