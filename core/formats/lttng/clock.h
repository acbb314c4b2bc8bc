// Converts the TSC to the nanoseconds that LTTV shows, with LTTV's own arithmetic and rounding.
#pragma once

#include "core/formats/lttng/sub_buffer.h"
#include "core/trace/trace_info.h"

namespace tp::lttng {

class Clock {
 public:
  Clock() = default;
  // `first` is the first sub-buffer of the metadata. `shift`, in nanoseconds, is added to the result of at(), but not
  // to info().
  explicit Clock(const SubBuffer& first, Time shift = 0);

  // Returns nanoseconds, or `tsc` itself plus the shift if the frequency is not known.
  Time at(uint64_t tsc) const;
  ClockInfo info() const;

 private:
  double nsOf(uint64_t ticks) const;
  Time shifted(Time time) const { return clampTime(time + shift_); }

  bool divides_ = false;  // The frequency in Hz is the number times the scale, instead of the number divided by it.
  bool fromStart_ = false;
  uint64_t startTsc_ = 0;
  double frequency_ = 0;
  double scale_ = 1;
  double perHertz_ = 1e9;  // 1e9 / scale_.
  Time startNs_ = 0;
  Time shift_ = 0;
  uint64_t startSec_ = 0;
  uint64_t startUsec_ = 0;
};

}  // namespace tp::lttng
