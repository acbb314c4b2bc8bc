#include "core/analysis/waits/wait_lanes.h"

#include <utility>

namespace tp {

WaitLanes WaitLanes::takePart(size_t bytes) {
  WaitLanes part;
  part.switches = switches;
  part.wakeups = wakeups;
  part.kinds = std::exchange(kinds, {});
  part.turns = std::exchange(turns, {});
  part.stacks = std::exchange(stacks, {});
  part.requests = std::exchange(requests, {});
  size_t taken = 0;
  const auto move = [&](auto& from, auto& to) {
    while (!from.empty() && taken < bytes) {
      taken += sizeof(from.back()) + from.back().lane.memoryBytes();
      to.push_back(std::move(from.back()));
      from.pop_back();
    }
  };
  move(threads, part.threads);
  move(cpus, part.cpus);
  return part;
}

}  // namespace tp
