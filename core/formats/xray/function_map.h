// Which function an id of a log stands for: from the program's ELF file, or from a map that `llvm-xray extract` wrote.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/io/file_set.h"
#include "core/io/warning_log.h"

namespace tp::xray {

struct FunctionMap {
  std::string file;
  std::vector<std::string> names;  // position 0 is function id 1; demangled
  // Where it is a program: itself, and where its functions are, by the same position.
  std::shared_ptr<ByteSource> program;
  std::vector<uint64_t> addresses;

  bool empty() const { return names.empty(); }
};

// Whether a file is of a kind that may hold such a map, by its first bytes.
bool mayHoldMap(const ByteSource& source);

// The first map in a set of files, a program's before a text's: symbols name what addresses can't. Where there is none,
// what is wrong with the files that should hold one is said in `warnings`.
FunctionMap findFunctionMap(const FileSet& files, WarningLog& warnings);

}  // namespace tp::xray
