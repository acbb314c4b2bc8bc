// How long the text of a mangled name of C++ gets at most, without making it: names refer back to their own parts, so
// that 250 bytes may stand for gigabytes. Source: the Itanium C++ ABI, "Mangling".
#pragma once

#include <cstdint>
#include <string_view>

namespace tp {

// In bytes, estimated upwards in one walk over the name: whatever it refers back to counts as much as the largest of
// the parts before. Names whose parts do not close as they open count as if each reference were to all that is before.
uint64_t demangledBound(std::string_view mangled);

}  // namespace tp
