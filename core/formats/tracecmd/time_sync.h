// Converts times of a guest to its host's clock.
// Source: trace-cmd.dat.v7(5), option TIME_SHIFT; how its samples apply is not written there: the nearest earlier one,
// or a line between two if the flag says so.
#pragma once

#include <cstdint>
#include <vector>

#include "core/io/cursor.h"
#include "core/kernel/cpu_limit.h"

namespace tp::tracecmd {

using kernel::kMaxCpus;

class TimeSync {
 public:
  // Reads the option's bytes. Samples that are cut are left out.
  void read(Bytes option, Endian endian);

  bool empty() const { return cpus_.empty(); }
  uint64_t peer() const { return peer_; }  // Trace id of the other side.
  // Returns false if the option was cut, or its samples contradict one another: their offsets differ by an hour or
  // more, or their rates by a factor of more than two.
  bool sound() const;
  // Returns a time of the guest's CPU `cpu` on the host's clock. Without samples for that CPU, `time` is returned.
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
