// Demangles names of Rust, in both of its manglings. The simple form is spelled as uftrace does, the full form as Rust
// does.
// Source: the rustc book, "Symbol Mangling" (v0). The legacy scheme is the Itanium one, with names that spell between
// dollar signs what C++ has no letters for.
#pragma once

#include <string>
#include <string_view>

namespace tp {

enum class RustStyle { Simple, Full };

// For names such as "_ZN4core3fmt5write17h0123456789abcdefE". Returns an empty string if the text is no such name.
std::string demangleRustLegacy(std::string_view mangled, RustStyle style);

// For names such as "_RNvC5crate4main". Returns an empty string if the text is no such name or, in the simple style,
// one that uftrace leaves as it is.
std::string demangleRustV0(std::string_view mangled, RustStyle style);

}  // namespace tp
