// The functions for which the ids of a log stand, from the ELF file of the program or of a library, or from a map that
// `llvm-xray extract` wrote.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/io/file_set.h"
#include "core/io/warning_log.h"

namespace tp::xray {

struct FunctionMap {
  std::string file;
  uint32_t object = 0;             // Whose functions these are: 0 is the program.
  bool library = false;            // The file is a shared library.
  bool assumed = false;            // Nothing but the order of the files says that the library is this object.
  std::vector<std::string> names;  // Position 0 is function id 1. Demangled; empty for an id that the map lacks.
  // Only if the map is a program: the program, and the addresses of its functions, in the order of `names`.
  std::shared_ptr<ByteSource> program;
  std::vector<uint64_t> addresses;

  bool empty() const { return names.empty(); }
};

// Returns whether the file's first bytes are those of a kind that may contain such a map.
bool mayHoldMap(const ByteSource& source);

// Returns the maps among the files: at most one for each object, in the order of the objects. For the program, ELF
// files come before texts, because symbols have names that a text may lack. A log does not say which library an object
// is: a file whose name has "object2" in it is object 2, and so are the ids of a map of object 2; other libraries are,
// in the order of their names, the first objects that have no map yet, neither here nor in `taken`. If no map is found,
// adds to `warnings` what is wrong with the files that should contain one.
std::vector<FunctionMap> findFunctionMaps(const FileSet& files, const std::set<uint32_t>& taken, WarningLog& warnings);
// Returns the map of the program, or an empty one.
FunctionMap findFunctionMap(const FileSet& files, WarningLog& warnings);

}  // namespace tp::xray
