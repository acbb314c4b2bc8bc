// What is in a text: its CPUs, instances, events and functions. The text is read once for it when it is opened, because
// nothing in it lists them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/ftrace/layout.h"
#include "core/formats/ftrace/line.h"
#include "core/io/byte_source.h"
#include "core/io/warning_log.h"

namespace tp::ftrace {

// A larger text is not read as a whole when it is opened, but in places: a CPU, an event or a function that is nowhere
// there is not known.
inline constexpr uint64_t kReadWhole = uint64_t{1} << 30;
// A line that is longer is cut.
inline constexpr size_t kMaxLine = 64 << 10;
inline constexpr uint32_t kMaxEvents = 16384;

struct KnownEvent {
  uint32_t id = 0;
  Layout layout;
  std::vector<std::string> names;  // of the arguments, of its first records
};

struct Contents {
  bool isText = true;        // no NUL is in what was read
  uint64_t events = 0;       // lines
  uint64_t others = 0;       // lines that are neither events nor belong to one
  uint64_t otherAt = 0;      // offset of the first of them
  uint64_t untimed = 0;      // lines of the function_graph tracer without a time
  uint64_t untasked = 0;     // the same with a time, but without a thread
  bool whole = true;         // false: see kReadWhole
  bool tooManyCpus = false;  // the events of some CPUs are left out
  bool hasFlags = false;     // some line has flags
  bool hasPoint = false;     // times are nanoseconds
  bool hasTgids = false;
  uint32_t digits = 0;       // of the times, at most
  Time begin = 0, end = -1;  // times of the events; begin > end if there are none
  uint32_t cpuCount = 0;     // by the header; 0: not told
  std::string tracer;
  std::map<std::string, std::vector<uint32_t>> buffers;  // by instance: its CPUs, sorted
  std::map<std::string, KnownEvent> known;               // by name
  std::unordered_map<int64_t, std::string> commands;     // the last command of each thread
  std::unordered_map<int64_t, int64_t> processes;        // by thread, where they are told
  Symbols symbols;

  const KnownEvent* find(std::string_view name) const;
};

// Reads a text, or only its first `most` bytes.
Contents readContents(const ByteSource& source, uint64_t most);

}  // namespace tp::ftrace
