// A bound on the length of a demangled C++ name, computed without demangling: names refer back to their own parts, so
// that 250 bytes may stand for gigabytes. Source: the Itanium C++ ABI, "Mangling".
#pragma once

#include <cstdint>
#include <string_view>

namespace tp {

// Returns an upper estimate in bytes, in one pass over the name: each back reference counts as much as the largest part
// before it. In names whose parts do not close as they open, each reference counts as much as all that is before it.
uint64_t demangledBound(std::string_view mangled);

}  // namespace tp
