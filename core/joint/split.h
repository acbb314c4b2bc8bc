// Finds the traces among the files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/decode/format.h"

namespace tp {

// How many traces of one drop are joined if the options do not ask for it, and how many if they do.
inline constexpr size_t kMaxByItself = 8, kMaxTogether = 64;

struct FoundTrace {
  std::unique_ptr<TraceReader> reader;
  FileSet files;  // the files that it was opened from
  const Format* format = nullptr;
  uint32_t drop = 0;
  std::string name;  // of its folder or file
};

struct Split {
  std::vector<FoundTrace> traces;  // in the order of the drops
  std::vector<Warning> failures;   // traces that can't be opened
  Error error;                     // the first of the failures
};

// Splits each drop by itself. What is no trace goes with each of them: a program that names what a log only numbers,
// for example. `together`: if a drop has several traces of one format that are not read as one, opens all of them, else
// the one that the format prefers.
Split splitTraces(const FileSet& files, bool together);

}  // namespace tp
