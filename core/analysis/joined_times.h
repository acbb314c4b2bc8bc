// When threads of a program's trace were in the states that stacks are weighed by, as a kernel's trace of the same
// threads tells it (core/joint). They take the place of what both traces tell of these threads by themselves.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/waits/packed_lane.h"
#include "core/trace/tracks.h"

namespace tp {

struct JoinedTimes {
  struct Thread {
    TrackId thread = kNoTrack;  // of the program's trace
    PackedLane times;           // codes: 0, or a position in `stacks` plus one

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.thread, self.times);
    }
  };

  std::vector<Thread> threads;
  // What lies below the program's innermost call, the outermost first: the system call, and the kernel's stack at the
  // switch. Positions in `names`.
  std::vector<std::vector<uint32_t>> stacks;
  std::vector<std::string> names;  // as NameTable::view() has them
  std::vector<TrackId> left;       // of both traces: what they tell by themselves does not count

  bool none() const { return left.empty(); }
  // What is read is made valid, but for positions, which may be too large.
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.threads, self.stacks, self.names, self.left);
  }
};

}  // namespace tp
