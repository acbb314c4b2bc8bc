// The text of function arguments, and of the payloads of custom and typed events.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/decode/event_row.h"

namespace tp::xray {

// Appends an argument to the row of the function with this demangled name. The log has 64 bits of a register, whatever
// the type. If the name says that the first parameter is a signed number, the argument is one.
void appendArgument(EventRow& row, std::string_view function, bool first, uint64_t bits);

// Appends the payload of an event: as text if it is valid UTF-8 (with tabs and line breaks, without NULs at its end),
// else as hexadecimal digits.
void appendPayload(std::string& out, std::string_view payload);

}  // namespace tp::xray
