// Who ran on the CPUs that a thread waited for. Times are in clock units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/analysis/waits/wait_graph.h"

namespace tp {

// Who ran on a CPU while a thread waited for it.
struct CpuUser {
  TrackId thread = kNoTrack;
  Time time = 0;  // with the interrupts amid it
  uint64_t turns = 0;
  bool uncertain = false;           // of some turns, as SegmentKind::uncertain
  std::vector<int32_t> priorities;  // that its switches tell, ascending, without repetition; at most 8

  void addPriority(int32_t priority);
};
struct CpuUse {
  std::vector<CpuUser> users;  // the longest first
  Time rest = 0;               // of these times, the CPU was idle, or it is not known who ran, or on which CPU

  // Adds what was on a CPU within [from, to), during which `thread` waited for it.
  void add(const WaitGraph& graph, const TrackTable& tracks, TrackId thread, int32_t cpu, Time from, Time to);
  void finish(const TrackTable& tracks);

 private:
  std::unordered_map<TrackId, size_t> places_;  // in `users`, until finish()
};

}  // namespace tp
