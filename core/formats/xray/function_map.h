// The functions for which the ids of a log stand, from the program's ELF file or from a map that `llvm-xray extract`
// wrote.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/io/file_set.h"
#include "core/io/warning_log.h"

namespace tp::xray {

struct FunctionMap {
  std::string file;
  std::vector<std::string> names;  // Position 0 is function id 1. Demangled; empty for an id that the map lacks.
  // Only if the map is a program: the program, and the addresses of its functions, in the order of `names`.
  std::shared_ptr<ByteSource> program;
  std::vector<uint64_t> addresses;

  bool empty() const { return names.empty(); }
};

// Returns whether the file's first bytes are those of a kind that may contain such a map.
bool mayHoldMap(const ByteSource& source);

// Returns the first map among the files. Programs come before texts, because symbols have names that a text may lack.
// If none is found, adds to `warnings` what is wrong with the files that should contain one.
FunctionMap findFunctionMap(const FileSet& files, WarningLog& warnings);

}  // namespace tp::xray
