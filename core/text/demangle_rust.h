// Names of Rust, in both of its manglings. The words are those of uftrace for the simple form, and Rust's own for the
// full one.
// Source: the rustc book, "Symbol Mangling" (v0); the legacy scheme is the Itanium one with names that spell what C++
// has no letters for between dollar signs.
#pragma once

#include <string>
#include <string_view>

namespace tp {

enum class RustStyle { Simple, Full };

// "_ZN4core3fmt5write17h0123456789abcdefE"; empty where the text is no such name.
std::string demangleRustLegacy(std::string_view mangled, RustStyle style);

// "_RNvC5crate4main"; empty where the text is no such name, or (in the simple style) one that uftrace leaves as it is.
std::string demangleRustV0(std::string_view mangled, RustStyle style);

}  // namespace tp
