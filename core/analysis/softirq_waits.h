// How long softirqs were pending: from their raising to the entry of their handler, on each CPU.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/analysis/durations.h"
#include "core/analysis/scheduling.h"
#include "core/decode/event_row.h"
#include "core/io/wire.h"

namespace tp {

// Of one softirq on all CPUs. Times are in clock units.
struct SoftirqWait {
  std::string name;  // as the records tell it; empty if they have a number only
  DurationCounts durations;
  uint64_t count = 0;
  Time sum = 0;
  // Of `count` and `sum`, those that were raised before SchedulingScope::middle; 0 if there is none.
  uint64_t early = 0;
  Time earlySum = 0;
  uint64_t unknown = 0;  // entries whose raising was not recorded
  // The longest; of equal ones, the first.
  Time longest = -1, raised = 0;
  int32_t cpu = -1;
  uint32_t trace = 0;  // TrackKey::trace

  void add(Time time, Time wait, int32_t on, uint32_t of, bool isEarly = false);
  void merge(const SoftirqWait& other);
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.name, self.durations, self.count, self.sum, self.early, self.earlySum, self.unknown, self.longest,
         self.raised, self.cpu, self.trace);
  }

 private:
  // Whether its longest one comes before that of another one.
  bool isLonger(const SoftirqWait& other) const {
    if (longest != other.longest) return longest > other.longest;
    return std::tie(raised, trace, cpu) < std::tie(other.raised, other.trace, other.cpu);
  }
};
// By number of the softirq.
using SoftirqWaits = std::map<int64_t, SoftirqWait>;

// Takes the records of one stream after the other, in their order.
class SoftirqAggregator {
 public:
  // Numbers of softirqs come from the trace; further ones are left out.
  static constexpr size_t kMaxSoftirqs = 256;

  // Those count that were raised, and whose handlers were entered, within the scope.
  explicit SoftirqAggregator(SchedulingScope scope = {}) : scope_(std::move(scope)) {}

  // Begins a stream. `trace`: TrackKey::trace of its tracks.
  void startStream(uint32_t trace);
  // Takes a record whose name isSoftirqEvent(), and its row. A softirq that is raised again while it is pending has
  // been pending since it was raised first. The entry of a handler ends that: where it was raised once more between
  // the kernel's look at what is pending and that entry, the next entry is told as unknown.
  void add(Time time, const EventRow& row);
  // Records of the stream were lost: what is pending is not known.
  void lose() { raised_.clear(); }

  static bool isSoftirqEvent(std::string_view name);
  // Whether events of this name say when softirqs were raised.
  static bool isRaise(std::string_view name);
  // What a trace that has no raisings tells is nothing: it is empty.
  const SoftirqWaits& waits() const { return raises_ ? waits_ : none_; }

 private:
  SoftirqWaits waits_, none_;
  bool within(Time time) const { return !scope_.ranged() || (time >= scope_.begin && time <= scope_.end); }

  SchedulingScope scope_;
  uint32_t trace_ = 0;
  bool raises_ = false;
  std::map<std::pair<int32_t, int64_t>, Time> raised_;  // by CPU and number: since when it is pending
};

}  // namespace tp
