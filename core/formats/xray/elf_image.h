// The instrumented functions of a program's ELF file.
// Source: LLVM's "XRay Instrumentation" for the sled table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/io/byte_source.h"

namespace tp::xray {

struct ElfFunction {
  uint64_t address = 0;
  std::string name;  // As in the symbol table; empty if it is not there.
};

// Returns the instrumented functions; position 0 is function id 1. If there are none, or names were left out, `problem`
// says why.
std::vector<ElfFunction> instrumentedFunctions(const ByteSource& source, std::string& problem);

// Returns whether the file is a shared library, and not a program that may be loaded at any address.
bool isLibrary(const ByteSource& source);

}  // namespace tp::xray
