// One record of perf-cpu<N>.dat.
// Source: linux/perf_event.h (perf_event_header and the records that follow it).
#pragma once

#include <string_view>

#include "core/formats/uftrace/time_order.h"
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

// `data`: the whole record. What is of no use to us, or cut, is Other.
PerfRecord readPerfRecord(Bytes data, Endian endian);

// Steps through the records of a perf file, and past what is damaged.
class PerfWalk {
 public:
  // `end`: the file ends with `data`. `before`: the time of the last record before, or kNoTime.
  PerfWalk(Bytes data, Endian endian, bool end, Time before)
      : data_(data), endian_(endian), end_(end), before_(before) {}

  struct Found {
    PerfRecord record;
    size_t at = 0;
    uint32_t size = 0;                  // 0: `skipped` is all there is
    size_t skipped = 0;                 // bytes before `at` that are no record
    TimeOrder order = TimeOrder::Good;  // where not, what the time was
    Time claimed = 0;
  };
  // False at the end, or where more bytes are needed. What is no record is found once, as such.
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
