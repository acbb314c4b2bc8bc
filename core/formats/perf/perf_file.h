// What a perf.data says of itself: its events, where its records lie, and the facts that it states about the recording.
// Source: tools/perf/Documentation/perf.data-file-format.txt, and tools/perf/util/header.c of Linux 6.1.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/decode/format.h"
#include "core/formats/perf/events.h"

namespace tp::perf {

struct WallClock {
  int32_t clock = -1;  // as for clock_gettime()
  uint64_t wallNs = 0;
  uint64_t clockNs = 0;
};

// A program or a library by its build id.
struct BuildId {
  std::string file;
  std::string id;  // in hexadecimal
};

struct PerfFile {
  Endian endian = Endian::Little;
  bool pipe = false;
  bool compressed = false;  // some records are packed by zstd
  bool counts = false;      // written by `perf stat record`
  EventTable events;
  Extent data;     // where the records lie
  Extent tracing;  // what the kernel says of its tracepoints; size 0: nothing
  std::optional<WallClock> wall;
  std::string machine;  // as in uname: "x86_64"; empty if it is not told
  uint32_t cpus = 0;    // 0: not told
  std::vector<BuildId> buildIds;
  std::vector<std::pair<std::string, std::string>> metadata;
  // The first records tell of idle CPUs: the whole machine was recorded, not only some processes.
  bool wholeMachine = false;
  // What is mapped in processes comes behind the samples (perf record --tail-synthesize).
  bool mappedLate = false;
  // The earliest time of the first records that have one; nullopt if none has.
  std::optional<uint64_t> firstTime;
};

// Whether the source begins as a perf.data of the version that is read. `old` is set if it is one of the version
// before.
bool isPerfFile(const ByteSource& source, bool* old = nullptr);

// Fails if the head of the file is missing or makes no sense. What else is missing or damaged becomes a warning.
Result<PerfFile> readPerfFile(const FileEntry& entry, WarningLog& warnings);

// Takes the first times of further records into `file`: of another file of the same folder.
void readFirstTime(const FileEntry& entry, PerfFile& file, WarningLog& warnings);

}  // namespace tp::perf
