// One record of perf-cpu<N>.dat.
// Source: linux/perf_event.h (perf_event_header and the records that follow it).
#pragma once

#include <string_view>

#include "core/io/cursor.h"
#include "core/trace/trace_info.h"

namespace tp::uftrace {

struct PerfRecord {
  enum class Kind : uint8_t { Other, SwitchIn, SwitchOut, Comm, Fork, Exit };
  static constexpr size_t kHeader = 8;

  Kind kind = Kind::Other;
  bool preempted = false;  // of SwitchOut: it could have gone on
  int64_t pid = 0;
  int64_t tid = 0;
  Time time = 0;
  std::string_view comm;  // of Comm
  bool exec = false;      // of Comm: another program
};

// Bytes of the record that begins here, by its header; 0 where there is no whole header, or one that makes no sense.
inline uint32_t perfRecordSize(Bytes data, Endian endian) {
  if (data.size() < PerfRecord::kHeader) return 0;
  uint16_t size = loadUnchecked<uint16_t>(data.data() + 6, endian);
  return size < PerfRecord::kHeader ? 0 : size;
}

// `data`: the whole record. What is of no use to us, or cut, is Other.
PerfRecord readPerfRecord(Bytes data, Endian endian);

}  // namespace tp::uftrace
