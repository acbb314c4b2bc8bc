// CounterGrowth attributes the growth of a counter to calls: what it gains from one sample to the next belongs to the
// stack that is open when the later one is recorded. What it loses belongs to no stack.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/call_tree.h"
#include "core/decode/record.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

class CounterGrowth {
 public:
  // Counts counters with the label `counter`, of any thread or process; empty: none. `tracks` must outlive this.
  CounterGrowth(std::string counter, const TrackTable& tracks) : counter_(std::move(counter)), tracks_(tracks) {}

  bool wanted() const { return !counter_.empty(); }
  // Starts another stream, or another part of one: earlier values are not known.
  void start() { counters_.clear(); }
  // Returns what a sample adds to the previous one: 0 for the first, and for one that is smaller. Sets `thread` to the
  // thread whose stack it belongs to, or to kNoTrack.
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

// Adds `amount` to the stack of `node` in `calls`. In `growth`, the time of a stack is what the counter grew by, and
// the number of its calls is how often it grew, which is `times` here.
void addGrowth(CallTree& growth, const CallTree& calls, uint32_t node, int64_t amount, Time time, uint64_t times = 1);

// Returns the labels of counters whose growth can be attributed to calls, each once: those of samples, then those of
// tracks, in their order.
std::vector<std::string> growingCounters(const TrackTable& tracks, const TraceInfo& info);
// Returns the event whose samples, or whose periods, weigh stacks under this label of a counter; null if it is that of
// another counter. Valid as long as `info`.
const SampledEvent* sampledBy(const TraceInfo& info, std::string_view counter);
// Returns "KB" for "vmrss, KB"; empty if the label names no unit.
std::string_view unitOf(std::string_view counter);

}  // namespace tp
