// Where in a log which thread's records are.
#pragma once

#include <vector>

#include "core/formats/xray/fdr_records.h"
#include "core/index/format.h"

namespace tp::xray {

// What one thread of one process wrote, in the order of time.
struct ThreadLog {
  int64_t pid = 0;
  int64_t tid = 0;
  uint64_t firstTsc = 0;
  std::vector<Extent> extents;
};

// Reads the beginning of each buffer only. A damaged place is a warning, and the search goes on behind it.
std::vector<ThreadLog> findFdrBuffers(const FileEntry& file, const LogHeader& header, WarningLog& warnings);

// Basic logs say with each record whose it is: this reads all of it.
std::vector<ThreadLog> findBasicRuns(const FileEntry& file, const LogHeader& header, WarningLog& warnings);

}  // namespace tp::xray
