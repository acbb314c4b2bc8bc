// By which calls a counter grew: what it gained from one of its values to the next belongs to the stack that was open
// when the later one was recorded. What it lost again is nobody's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/call_tree.h"
#include "core/decode/record.h"
#include "core/trace/tracks.h"

namespace tp {

class CounterGrowth {
 public:
  // Counters of the label `counter`, of whatever thread or process; empty: none. `tracks` outlives this.
  CounterGrowth(std::string counter, const TrackTable& tracks) : counter_(std::move(counter)), tracks_(tracks) {}

  bool wanted() const { return !counter_.empty(); }
  // Another stream, or another part of one: what the values were before is not known.
  void start() { counters_.clear(); }
  // What a sample adds to those before it: 0 for the first, and for one that is smaller. `thread` is whose stack it
  // belongs to, or kNoTrack.
  int64_t add(const Record& record, TrackId& thread);

 private:
  struct Counter {
    bool known = false;
    bool meant = false;
    bool sampled = false;
    int64_t value = 0;
  };

  std::string counter_;
  const TrackTable& tracks_;
  std::vector<Counter> counters_;  // by track
};

// Adds growth to `growth`: the stacks of `calls` in which a counter grew, with what it grew as their time, and how
// often as their number of calls. `node` is where in `calls`.
void addGrowth(CallTree& growth, const CallTree& calls, uint32_t node, int64_t amount, Time time);

// The labels of counters that can be told apart by calls, each once, in the order of their tracks.
std::vector<std::string> growingCounters(const TrackTable& tracks);
// "KB" of "vmrss, KB"; empty where the label names no unit.
std::string_view unitOf(std::string_view counter);

}  // namespace tp
