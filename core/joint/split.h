// Finds the traces among the files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/decode/format.h"

namespace tp {

struct FoundTrace {
  std::unique_ptr<TraceReader> reader;
  FileSet files;  // that it was opened from
  const Format* format = nullptr;
  uint32_t drop = 0;
  std::string name;  // of its folder or file
};

struct Split {
  std::vector<FoundTrace> traces;  // in the order of dropping
  std::vector<Warning> failures;   // what is a trace and can't be opened
  Error error;                     // where nothing can be
};

// Each drop by itself; what is no trace goes with all of them: a program that names what a log only numbers.
// `together`: where a drop has several of one format that are not read as one, all of them, else the one that the
// format prefers.
Split splitTraces(const FileSet& files, bool together);

}  // namespace tp
