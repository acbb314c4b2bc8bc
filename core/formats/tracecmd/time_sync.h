// Times of a guest on its host's clock.
// Source: trace-cmd.dat.v7(5), option TIME_SHIFT; how its samples apply is not written there: the nearest earlier one,
// or a line between two where the flag says so.
#pragma once

#include <cstdint>
#include <vector>

#include "core/io/cursor.h"
#include "core/kernel/cpu_limit.h"

namespace tp::tracecmd {

using kernel::kMaxCpus;

class TimeSync {
 public:
  // The option's bytes; what does not fit is left out.
  void read(Bytes option, Endian endian);

  bool empty() const { return cpus_.empty(); }
  uint64_t peer() const { return peer_; }  // the trace id of the other side
  // False where something of it did not fit, or its samples contradict one another: two clocks that lie hours further
  // apart, or one that runs twice as fast.
  bool sound() const;
  uint64_t toHost(uint32_t cpu, uint64_t time) const;

 private:
  struct Sample {
    int64_t time = 0;
    int64_t offset = 0;
    int64_t scaling = 1;
    int64_t fraction = 0;
  };

  uint64_t peer_ = 0;
  bool interpolate_ = false;
  bool whole_ = true;
  std::vector<std::vector<Sample>> cpus_;
};

}  // namespace tp::tracecmd
