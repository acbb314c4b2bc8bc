// From the TSC to the nanoseconds that LTTV shows, by its own arithmetic and with its rounding.
#pragma once

#include "core/formats/lttng/sub_buffer.h"
#include "core/trace/trace_info.h"

namespace tp::lttng {

class Clock {
 public:
  Clock() = default;
  // `first` is the first sub-buffer of the metadata.
  // `shift` is added to all times, but not in info().
  explicit Clock(const SubBuffer& first, Time shift = 0);

  Time at(uint64_t tsc) const;
  ClockInfo info() const;

 private:
  double nsOf(uint64_t ticks) const;
  Time shifted(Time time) const { return clampTime(time + shift_); }

  bool divides_ = false;  // the frequency in Hz is the number times the scale, not the number divided by it
  bool fromStart_ = false;
  uint64_t startTsc_ = 0;
  double frequency_ = 0;
  double scale_ = 1;
  double perHertz_ = 1e9;  // 1e9 / scale_
  Time startNs_ = 0;
  Time shift_ = 0;
  uint64_t startSec_ = 0;
  uint64_t startUsec_ = 0;
};

}  // namespace tp::lttng
