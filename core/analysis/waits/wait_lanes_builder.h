// Packs what a SchedulingAggregator tells of the states of threads.
#pragma once

#include <cstddef>
#include <map>
#include <unordered_map>
#include <vector>

#include "core/analysis/scheduling_aggregator.h"
#include "core/analysis/waits/wait_lanes.h"

namespace tp {

// What is known of a span beside what it says itself, as SegmentKind has it.
struct SpanExtra {
  NameId call = kNoName;
  uint32_t stack = 0, wakerStack = 0;
};

class WaitLanesBuilder {
 public:
  // `tracks` must outlive the builder; it may grow meanwhile.
  explicit WaitLanesBuilder(const TrackTable& tracks) : tracks_(tracks) {}

  // Takes the next span that a unit (a stream or a merge) tells. Those of a unit come together.
  void add(uint32_t unit, const StateSpan& span, const SpanExtra& extra = {});
  // Returns what was added, which the builder gives up. WaitLanes::stacks and requests are left empty.
  WaitLanes take();

 private:
  static constexpr size_t kMaxKinds = size_t{1}
                                      << 22;  // beyond, who woke a thread, and in which call it was, is not known
  struct KindHash {
    size_t operator()(const SegmentKind& of) const;
  };
  struct TurnHash {
    size_t operator()(const TurnKind& of) const;
  };
  // Where a thread ran last.
  struct Place {
    size_t lane = 0;  // in WaitLanes::threads
    int32_t cpu = -1;
    size_t cpuLane = 0;  // in WaitLanes::cpus
  };

  uint32_t codeOf(SegmentKind kind);
  uint32_t codeOf(const TurnKind& kind);
  Place& placeOf(uint32_t unit, TrackId thread);
  void addTurn(uint32_t unit, Place& place, const StateSpan& span);
  size_t cpuLane(uint32_t unit, const CpuKey& cpu);
  void insertLate(size_t lane);

  const TrackTable& tracks_;
  WaitLanes lanes_;
  std::unordered_map<SegmentKind, uint32_t, KindHash> codes_;
  std::unordered_map<TurnKind, uint32_t, TurnHash> turnCodes_;
  // Of the current unit.
  uint32_t unit_ = 0;
  std::unordered_map<TrackId, Place> places_;
  std::map<CpuKey, size_t> cpuLanes_;
  // By position in WaitLanes::cpus: turns that were told after later ones, since it became clear only then how they
  // ended.
  std::map<size_t, std::vector<LaneItem>> late_;
};

}  // namespace tp
