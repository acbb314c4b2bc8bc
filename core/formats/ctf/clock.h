// Converts the cycles of a trace's clock to nanoseconds.
#pragma once

#include <algorithm>

#include "core/formats/ctf/field_class.h"
#include "core/trace/trace_info.h"

namespace tp::ctf {

class Clock {
 public:
  // Counts events in the place of time.
  Clock() = default;
  // `shift`, in nanoseconds, is added to the result of at(), but not to info().
  explicit Clock(const ClockClass& clock, Time shift = 0);

  // Nanoseconds since the clock was zero, rounded down. With the wall offset of info(), it is what babeltrace2 shows.
  Time at(uint64_t cycles) const {
    if (frequency_ == kNano) {
      const auto time = static_cast<int64_t>(std::min(cycles, uint64_t{1} << 62));
      return clampTime(time + shift_);
    }
    return scaled(cycles);
  }
  const ClockInfo& info() const { return info_; }
  void setShift(Time shift) { shift_ = clampTime(shift); }

 private:
  static constexpr uint64_t kNano = 1000000000;
  Time scaled(uint64_t cycles) const;

  uint64_t frequency_ = kNano;
  Time shift_ = 0;
  ClockInfo info_ = {.name = "event number", .isNs = false, .nsNum = 0};
};

}  // namespace tp::ctf
