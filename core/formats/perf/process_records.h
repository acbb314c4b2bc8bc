// Records that say something of processes: what they are called, who made them, and what is mapped where.
#pragma once

#include <string_view>
#include <vector>

#include "core/decode/format.h"
#include "core/formats/perf/perf_file.h"
#include "core/formats/perf/processes.h"

namespace tp::perf {

// Whether records of the type change what Processes knows.
inline bool changesProcesses(uint32_t type) {
  return type == kMmap || type == kMmap2 || type == kComm || type == kFork || type == kKsymbol;
}

// What a record of the type kComm, kFork or kExit says. Views the record.
struct TaskRecord {
  int32_t pid = -1, tid = -1;
  int32_t parentPid = -1, parentTid = -1;  // not of kComm
  std::string_view comm;                   // of kComm
};
TaskRecord readTask(Bytes record, const RecordHeader& header, const EventTable& events, Endian endian);

// Takes in a whole record; one that does not change anything is ignored. `names` gets the names in it.
void applyToProcesses(Bytes record, const RecordHeader& header, const PerfFile& file, NameTable& names, Processes& out);

// A record that changes what is known of processes, with its time; the least time, if it has none.
struct PastRecord {
  Time time = 0;
  std::vector<std::byte> bytes;
};

// Returns those of a file, or several, in the order of time. Of large ones, only the first records are read, and a
// warning says so.
std::vector<PastRecord> readHistory(const std::vector<std::pair<const FileEntry*, Extent>>& files, const PerfFile& file,
                                    WarningLog& warnings);

}  // namespace tp::perf
