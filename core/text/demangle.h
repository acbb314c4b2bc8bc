// Turns mangled names of C++ and Rust into readable ones.
#pragma once

#include <string>
#include <string_view>

namespace tp {

// Returns the full declaration. Returns the text itself if it is no mangled name, or if it is one of C++ whose text
// would be longer than 64 KiB or might, by demangledBound(), be longer than 4 MiB.
std::string demangle(std::string_view mangled);

// Returns only the qualified name: no parameters, template arguments or return type ("std::vector::push_back"). This is
// what uftrace shows by default, but that it drops the suffix of a literal's operator and mistakes ABI tags for scopes.
std::string demangleSimple(std::string_view mangled);

// Same, for a full declaration that demangle() returned.
std::string simpleName(std::string_view declaration);

}  // namespace tp
