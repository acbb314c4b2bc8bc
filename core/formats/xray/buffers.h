// Where in a log which thread's records are.
#pragma once

#include <vector>

#include "core/decode/format.h"
#include "core/formats/xray/fdr_records.h"

namespace tp::xray {

// What one thread of one process wrote, in the order of time; or all of them did, in the order of the file.
struct ThreadLog {
  bool allThreads = false;
  int64_t pid = 0;
  int64_t tid = 0;
  std::vector<Extent> extents;
  // Of flight data recorder logs, by extent: no record there is later, for the thread's next buffer begins then.
  std::vector<uint64_t> latest;
};

// What a clock said at a TSC.
struct WallAnchor {
  uint64_t seconds = 0;
  uint64_t micros = 0;
  uint64_t tsc = 0;
};

// Reads the beginning of each buffer only. A damaged place is a warning, and the search goes on behind it.
std::vector<ThreadLog> findFdrBuffers(const FileEntry& file, const LogHeader& header, WallAnchor& wall,
                                      WarningLog& warnings);

// Basic logs say with each record whose it is: a small one is looked through, a large one stays in one piece.
std::vector<ThreadLog> findBasicRuns(const FileEntry& file, const LogHeader& header, WarningLog& warnings);

}  // namespace tp::xray
