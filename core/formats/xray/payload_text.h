// What functions were called with, and what custom and typed events carry, in words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tp::xray {

// Appends an argument of the function of this demangled name. The log has 64 bits of a register, whatever the type;
// where the name says that the first parameter is a signed number, they are told as one.
void appendArgument(std::string& out, std::string_view function, bool first, uint64_t bits);

// Appends the payload of an event: as text where it is one in UTF-8 (tabs and line breaks included, NULs at its end
// left out), else as hexadecimal digits.
void appendPayload(std::string& out, std::string_view payload);

}  // namespace tp::xray
