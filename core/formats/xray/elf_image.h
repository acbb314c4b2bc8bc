// What of a program's ELF file names its instrumented functions.
// Source: LLVM's "XRay Instrumentation" for the sled table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/io/byte_source.h"

namespace tp::xray {

struct ElfFunction {
  uint64_t address = 0;
  std::string name;  // as in the symbol table; empty where that has none
};

// The instrumented functions: position 0 is function id 1. Where there are none, `problem` says why.
std::vector<ElfFunction> instrumentedFunctions(const ByteSource& source, std::string& problem);

}  // namespace tp::xray
