// The container: where the parts of a trace.dat lie. The events themselves are not read.
// Source: trace-cmd.dat.v7(5) (sections and options) and trace-cmd.dat(5) (version 6, fixed order).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/tracecmd/time_sync.h"
#include "core/io/cursor.h"
#include "core/io/file_set.h"
#include "core/io/warning_log.h"
#include "core/trace/trace_info.h"

namespace tp::tracecmd {

enum class Codec : uint8_t { None, Zstd, Zlib, Unknown };

// Limits on the size of pages, in bytes. Other sizes are damage.
inline constexpr uint32_t kLeastPage = 64;
inline constexpr uint32_t kMaxPage = 16u << 20;

struct CpuData {
  uint32_t cpu = 0;
  uint64_t offset = 0;  // Offset in the file of the pages or, if the data are compressed, of the count of chunks.
  uint64_t size = 0;
  bool guessed = false;  // The file does not say which CPU it is.
};

// Instances are directories, whose names have no more bytes on Linux (NAME_MAX). Longer ones are damage, and are cut.
inline constexpr size_t kMaxBufferName = 255;

// A ring buffer: the top one, or an instance.
struct Buffer {
  std::string name;  // Empty for the top one.
  std::string clock;
  uint32_t pageSize = 4096;
  bool compressed = false;  // The data are in chunks.
  std::vector<CpuData> cpus;
};

// What a ring buffer that outlived a boot says of the kernel that wrote it (core/kernel/last_boot.h).
struct LastBootText {
  std::string buffer;
  std::string text;
};

// A virtual machine that was traced at the same time, into a file of its own.
struct Guest {
  std::string name;
  uint64_t traceId = 0;
};

class CpuDecoder;
struct CpuStream;
struct Shared;

struct TraceFile {
  int version = 7;
  Endian endian = Endian::Little;
  uint32_t longSize = 8;        // Size in bytes of a long in user space.
  uint32_t kernelLongSize = 8;  // Size in bytes of a long in the kernel, and so in the ring buffer.
  uint32_t pageSize = 4096;
  Codec codec = Codec::None;
  std::string codecName = "none";

  std::string headerPage;
  std::vector<std::pair<std::string, std::string>> formats;  // System and text of each event's format file.
  std::string commandLines;                                  // Lines "pid name".
  std::string printk;                                        // Lines "0xADDR : \"text\"".
  std::string kallsyms;
  std::vector<std::byte> btf;
  std::string modules;  // as /proc/modules
  std::vector<LastBootText> lastBoots;
  std::vector<std::string> processMaps;
  std::string traceClock;
  uint32_t cpuCount = 0;
  int64_t timeOffset = 0;  // Nanoseconds to add to all times: the sum of DATE and OFFSET.
  int64_t dateOffset = 0;  // The part of that from DATE alone, with which times are dates; 0 if there is none.
  bool hasTsc = false;
  uint32_t tscMult = 1;
  uint32_t tscShift = 0;
  std::optional<Time> origin;  // TraceInfo::origin
  uint64_t traceId = 0;
  TimeSync sync;  // For a guest: its clock against that of its host.
  std::vector<Guest> guests;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::set<uint16_t> unknownOptions;  // ids
  std::vector<Buffer> buffers;
  // Makes the decoders of data that are no pages of the ring buffer: of a text. Null for pages.
  std::function<std::unique_ptr<CpuDecoder>(Shared& shared, const CpuStream& stream, bool bare)> decoderOf;

  // Returns a time of the ring buffer of a CPU in units of the trace's clock, without the offset that shifted() adds.
  uint64_t scaled(uint32_t cpu, uint64_t raw) const;
  Time shifted(uint64_t scaled) const {
    return clampTime(static_cast<int64_t>(scaled + static_cast<uint64_t>(timeOffset)));
  }
};

// Returns whether the file is one of trace-cmd's, by its first bytes or, if these are damaged, by what follows them.
// Sets `version`, also to one that is not supported; 0 if it is not known.
bool isTraceFile(const ByteSource& source, int& version);

// Returns an Error if the version or the codec is not supported, or the file ends within its header. Other damage is
// warned of; the parts that it does not touch are returned.
Result<TraceFile> readTraceFile(const FileEntry& file, WarningLog& warnings);

}  // namespace tp::tracecmd
