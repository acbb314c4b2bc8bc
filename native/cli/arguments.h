// What several verbs of the command line are told: which traces, and which times of them.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/io/file_set.h"

namespace tp::cli {

// One trace or several: files, directories, archives. Several traces are placed on one time axis.
struct TraceArguments {
  std::vector<std::string> paths;
  std::vector<std::string> offsets;  // "N:TIME": shifts the Nth trace by TIME
  uint32_t threads = 0;              // number of threads that index and count; 0: as many as there are cores
  std::string machine;               // whose system calls numbers mean where a trace does not tell; empty: as it tells
  bool signatures = false;           // functions are told apart and named by their full declarations
  uint64_t indexBudget = 0;          // MiB that resident marks may take; 0: as IndexWorker has it
  bool noCache = false;              // no index is kept, and none that was kept is used
  // The files, if standard input is among the paths: it can be read only once. All copies share it.
  std::shared_ptr<std::optional<FileSet>> read = std::make_shared<std::optional<FileSet>>();
};

struct TimeRange {
  int64_t from = std::numeric_limits<int64_t>::min();
  int64_t to = std::numeric_limits<int64_t>::max();
  bool limited() const {
    return from != std::numeric_limits<int64_t>::min() || to != std::numeric_limits<int64_t>::max();
  }
};

}  // namespace tp::cli
