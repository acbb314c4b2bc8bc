// Finds which parts of a log contain the records of which thread.
#pragma once

#include <vector>

#include "core/decode/format.h"
#include "core/formats/xray/fdr_records.h"

namespace tp::xray {

// The records of one thread of one process, in the order of time; with `allThreads`, those of all threads in the order
// of the file.
struct ThreadLog {
  bool allThreads = false;
  int64_t pid = 0;
  int64_t tid = 0;
  std::vector<Extent> extents;
  // Flight data recorder logs only, by extent: TSC at which the thread's next buffer begins, so that no record of the
  // extent is later; ~0 if not known.
  std::vector<uint64_t> latest;
  // Flight data recorder logs only, in order: positions of the extents in which bytes are missing, nobody knows where.
  std::vector<uint32_t> lacking;
  // File offsets, in order, of the ends of those extents after which records of the thread are missing: the file ends
  // before a buffer or a record does, or a record is damaged.
  std::vector<uint64_t> cutsAt;
  // With `allThreads`: behind the last extent, records of any thread may be missing.
  bool restLost = false;
};

// A wall-clock time and the TSC at that time.
struct WallAnchor {
  uint64_t seconds = 0;
  uint64_t micros = 0;
  uint64_t tsc = 0;
};

// Reads only the beginning of each buffer. Damage is warned of, and the search goes on behind it. `wall` is set to the
// first pair of times that is found.
std::vector<ThreadLog> findFdrBuffers(const FileEntry& file, const LogHeader& header, WallAnchor& wall,
                                      WarningLog& warnings);

// In basic logs, each record states its thread. A small log is read as a whole to separate the threads; a large one, or
// one whose threads take turns too often, is returned in one piece with `allThreads`.
std::vector<ThreadLog> findBasicRuns(const FileEntry& file, const LogHeader& header, WarningLog& warnings);

}  // namespace tp::xray
