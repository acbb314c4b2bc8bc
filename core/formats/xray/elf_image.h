// What of a program's ELF file names its instrumented functions. Nothing is trusted: every table is read through a
// cursor over what the file has. (Debian 12 has no package of an ELF library that builds for WebAssembly.)
// Source: the System V ABI (ELF-64 object file format), and LLVM's "XRay Instrumentation" for the sled table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/io/byte_source.h"

namespace tp::xray {

bool isElf(const ByteSource& source);

struct ElfFunction {
  uint64_t address = 0;
  std::string name;  // as in the symbol table; empty where that has none
};

// The instrumented functions: position 0 is function id 1. Where there are none, `problem` says why.
std::vector<ElfFunction> instrumentedFunctions(const ByteSource& source, std::string& problem);

}  // namespace tp::xray
