// Names of C++ and Rust as people read them.
#pragma once

#include <string>
#include <string_view>

namespace tp {

// The full declaration; the text itself where it is no mangled name, or one of C++ that would be longer than 64 KiB, or
// might be longer than 4 MiB (core/text/demangle_bound.h).
std::string demangle(std::string_view mangled);

// Only the qualified name: no parameters, template arguments, return type or ABI tags ("std::vector::push_back"). This
// is what uftrace shows by default.
std::string demangleSimple(std::string_view mangled);

// The same of a full declaration, as demangle() tells it.
std::string simpleName(std::string_view declaration);

}  // namespace tp
