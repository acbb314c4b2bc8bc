// One record of perf-cpu<N>.dat.
// Source: linux/perf_event.h (perf_event_header and the records that follow it).
#pragma once

#include <string_view>

#include "core/formats/uftrace/time_order.h"
#include "core/io/cursor.h"
#include "core/trace/trace_info.h"

namespace tp::uftrace {

struct PerfRecord {
  enum class Kind : uint8_t { Other, SwitchIn, SwitchOut, Comm, Fork, Exit, Lost };
  static constexpr size_t kHeader = 8;

  Kind kind = Kind::Other;
  bool preempted = false;  // SwitchOut only: the task was still runnable.
  int64_t pid = 0;
  int64_t tid = 0;
  int64_t parent = 0;  // Fork, Exit: the process that made the task, or its parent.
  Time time = 0;
  std::string_view comm;  // Comm only; a view into the data.
  bool exec = false;      // Comm only: the name is that of a new program.
  uint64_t lost = 0;      // Lost only: how many records before this one the kernel had no room for.
};

// Decodes one whole record. Kinds that are not used, and records that are cut, are returned as Other.
PerfRecord readPerfRecord(Bytes data, Endian endian);

// Returns where the name lies in a whole record of the kind Comm, with the NUL bytes behind it.
std::span<std::byte> perfComm(std::span<std::byte> record);

// Steps through the records of a perf file, and skips damaged bytes.
class PerfWalk {
 public:
  // `end` is true if `data` reaches the end of the file. `before` is the time of the record before `data`, or kNoTime.
  PerfWalk(Bytes data, Endian endian, bool end, Time before)
      : data_(data), endian_(endian), end_(end), before_(before) {}

  struct Found {
    PerfRecord record;
    size_t at = 0;
    uint32_t size = 0;   // Bytes of the record; 0 if only `skipped` bytes were found.
    size_t skipped = 0;  // Bytes before `at` that form no record.
    // If not Good, `claimed` is the time in the file; `record` has the time to use instead.
    TimeOrder order = TimeOrder::Good;
    Time claimed = 0;
  };
  // Returns false at the end of the data, or if more bytes are needed. A run of damaged bytes within the data is
  // returned once, with a size of 0.
  bool next(Found& out);

  size_t position() const { return at_; }
  Time before() const { return before_; }

 private:
  uint32_t sizeAt(size_t at) const;
  bool plausible(size_t at) const;
  void settleTime(Found& found);

  Bytes data_;
  Endian endian_;
  bool end_;
  Time before_;
  size_t at_ = 0;
};

}  // namespace tp::uftrace
