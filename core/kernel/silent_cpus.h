// When the CPUs of a trace were silent: not recorded, though they will be or have been. While one is silent, a thread
// may run there and nobody knows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/decode/record.h"
#include "core/io/wire.h"
#include "core/trace/sums.h"

namespace tp::kernel {

class SilentCpus {
 public:
  // The CPU will record: it is silent from the beginning of the trace on, until it resumes.
  void expect(uint32_t cpu) { set(cpu, true, kNotWoken); }
  // The trace begins then.
  void starts(Time time) {
    if (since_ == kNotWoken) since_ = time;
  }
  // The CPU is not recorded from this time on.
  void stops(uint32_t cpu, Time time) { set(cpu, true, time); }
  // It is recorded from this time on.
  void resumes(uint32_t cpu, Time time) {
    set(cpu, false, time);
    resumed_ = std::max(resumed_, time);
  }
  // Whether all CPUs have recorded since `time`.
  bool noneSince(Time time) const { return count_ == 0 && resumed_ <= time; }
  // Returns for how long one or more were silent, in clock units, from the beginning of the trace to `time`, which must
  // not be before the latest change.
  Time upTo(Time time) const {
    if (count_ == 0 || since_ == kNotWoken || time <= since_) return sum_;
    return plus(sum_, minus(time, since_));
  }

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.silent_, self.resumed_, self.since_, self.sum_);
    if constexpr (Wire::kReads)
      self.count_ = static_cast<size_t>(std::count(self.silent_.begin(), self.silent_.end(), uint8_t{1}));
  }

 private:
  void set(uint32_t cpu, bool silent, Time time) {
    if (cpu >= silent_.size()) silent_.resize(cpu + size_t{1});
    if ((silent_[cpu] == 1) == silent) return;
    silent_[cpu] = uint8_t{silent};
    if (silent && count_++ == 0) since_ = time;
    if (!silent && --count_ == 0) sum_ = plus(sum_, std::max<Time>(0, since_ == kNotWoken ? 0 : minus(time, since_)));
  }

  std::vector<uint8_t> silent_;  // by CPU: 1 if it is
  size_t count_ = 0;             // how many are
  Time resumed_ = kNotWoken;     // when the latest of those that record began to
  Time since_ = kNotWoken;       // if there are some, since when; kNotWoken: the trace has not begun
  Time sum_ = 0;                 // how long there were some, up to the latest end of such a time
};

}  // namespace tp::kernel
