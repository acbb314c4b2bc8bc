// What one worker knows of the waits of threads: packed lanes. It is told in
// parts, so that it need not lie in memory several times.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/switch_stacks.h"
#include "core/analysis/waits/packed_lane.h"
#include "core/analysis/waits/wait_segment.h"
#include "core/decode/block_request.h"

namespace tp {

struct WaitLanes {
  static constexpr size_t kMaxRequests = size_t{1} << 20;  // of a worker; of wakings beyond, none are told

  struct OfThread {
    TrackId thread = kNoTrack;
    uint32_t unit = 0;  // that told it
    PackedLane lane;    // codes are positions in `kinds`

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.thread, self.unit, self.lane);
    }
  };
  struct OfCpu {
    CpuKey cpu;
    uint32_t unit = 0;
    PackedLane lane;  // codes are positions in `turns`

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.cpu, self.unit, self.lane);
    }
  };

  std::vector<SegmentKind> kinds;
  std::vector<TurnKind> turns;
  std::vector<OfThread> threads;
  std::vector<OfCpu> cpus;
  SwitchStacks stacks;                  // of SegmentKind::stack and wakerStack
  std::vector<WakingRequest> requests;  // in any order
  bool switches = false;                // the trace tells which thread got a CPU when
  bool wakeups = false;                 // and who woke whom

  bool empty() const { return threads.empty() && cpus.empty(); }
  // Moves lanes into a part, up to about so many bytes and at least one, and with the first part all else.
  WaitLanes takePart(size_t bytes);

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.kinds, self.turns, self.threads, self.cpus, self.stacks, self.requests);
    wire.bits(self.switches, self.wakeups);
  }
};

}  // namespace tp
