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

// Names of the instrumented functions, as in the symbol table: position 0 is function id 1. Empty where the file has no
// xray_instr_map. A function without a symbol has an empty name.
std::vector<std::string> instrumentedFunctions(const ByteSource& source);

}  // namespace tp::xray
