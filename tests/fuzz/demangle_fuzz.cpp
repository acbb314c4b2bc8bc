// Names of C++ and Rust, mangled.
#include "core/text/demangle.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)tp::demangleSimple(text);
  (void)tp::demangle(text);
  return 0;
}
