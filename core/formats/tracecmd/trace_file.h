// The container: where in a trace.dat what lies, read without touching the events themselves.
// Source: trace-cmd.dat.v7(5) (sections and options) and trace-cmd.dat(5) (version 6, fixed order).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/tracecmd/time_sync.h"
#include "core/io/cursor.h"
#include "core/io/file_set.h"
#include "core/io/warning_log.h"

namespace tp::tracecmd {

enum class Codec : uint8_t { None, Zstd, Zlib, Unknown };

// Pages of other sizes are damage.
inline constexpr uint32_t kLeastPage = 64;
inline constexpr uint32_t kMaxPage = 16u << 20;

struct CpuData {
  uint32_t cpu = 0;
  uint64_t offset = 0;  // in the file, of pages or, where compressed, of the count of chunks
  uint64_t size = 0;
};

// A ring buffer: the top one, or an instance.
struct Buffer {
  std::string name;  // empty: the top one
  std::string clock;
  uint32_t pageSize = 4096;
  bool compressed = false;  // in chunks
  std::vector<CpuData> cpus;
};

// A virtual machine that was traced at the same time, into a file of its own.
struct Guest {
  std::string name;
  uint64_t traceId = 0;
};

struct TraceFile {
  int version = 7;
  Endian endian = Endian::Little;
  uint32_t longSize = 8;        // of user space
  uint32_t kernelLongSize = 8;  // of the ring buffer
  uint32_t pageSize = 4096;
  Codec codec = Codec::None;
  std::string codecName = "none";

  std::string headerPage;
  std::vector<std::pair<std::string, std::string>> formats;  // system and text of each event's format file
  std::string commandLines;                                  // "pid name" a line
  std::string printk;                                        // "0xADDR : \"text\"" a line
  std::string kallsyms;
  std::vector<std::string> processMaps;
  std::string traceClock;
  uint32_t cpuCount = 0;
  int64_t timeOffset = 0;  // ns to add: DATE and OFFSET
  int64_t dateOffset = 0;  // that of DATE alone: its sum is a date; 0: there is none
  bool hasTsc = false;
  uint32_t tscMult = 1;
  uint32_t tscShift = 0;
  uint64_t traceId = 0;
  TimeSync sync;  // of a guest: to its host's clock
  std::vector<Guest> guests;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::vector<Buffer> buffers;

  // "x86_64", as uname said; empty where it is not in the trace.
  std::string machine() const;
};

// Whether the file begins as one of trace-cmd's; `version` is what it says, also where we don't read it.
bool isTraceFile(const ByteSource& source, int& version);

// Damage after the header costs what it hits and is a warning.
Result<TraceFile> readTraceFile(const FileEntry& file, WarningLog& warnings);

}  // namespace tp::tracecmd
