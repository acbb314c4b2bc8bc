// Statistics of functions: how often each was called, and how long it took. Computed stream by stream and merged.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/index/call_stack.h"
#include "core/index/record.h"
#include "core/trace/names.h"

namespace tp {

struct FunctionStats {
  NameId name = kNoName;
  uint64_t calls = 0;
  // Clock units. A call within a call of the same function on the same stack counts for `calls` and `self`, and not
  // again for `total`, `min` and `max`.
  int64_t total = 0;
  int64_t self = 0;
  int64_t min = std::numeric_limits<int64_t>::max();
  int64_t max = 0;
};

// Adds `from` to `into`, which is of the same function.
void mergeStats(FunctionStats& into, const FunctionStats& from);

struct FunctionTable {
  std::vector<FunctionStats> rows;  // by total, descending
  int64_t selfSum = 0;              // of all rows: the base for shares
};

// Sorts and sums up; takes the rows.
FunctionTable makeFunctionTable(std::vector<FunctionStats> rows);

// Of the calls on the tracks of one stream, or of a run of its chunks. Calls count as far as they lie within the range.
class FunctionAggregator {
 public:
  // `begin` > `end`: no range.
  FunctionAggregator(Time begin, Time end) : begin_(begin), end_(end), ranged_(begin <= end) {}

  // Goes on from a chunk's beginning, for its lane of this track. `open` holds what had begun there.
  void resume(TrackId track, Time start, const std::vector<OpenSlice>& open);
  // Records of one track in time order; kinds other than Begin and End are ignored.
  void add(const Record& record);
  // After the last record: what is still open ends at `now`.
  void finish(Time now);

  // By name id; names without calls have calls == 0.
  const std::vector<FunctionStats>& stats() const { return stats_; }

 private:
  struct Lane {
    CallStack stack;
    std::unordered_map<NameId, uint32_t> active;  // how often a name is on the stack
  };

  Lane& lane(TrackId track, Time start);
  Time clamp(Time time) const;
  void closed(Lane& lane, const ClosedSlice& slice);

  Time begin_;
  Time end_;
  bool ranged_;
  std::vector<uint32_t> laneOf_;  // by track, position + 1
  std::vector<Lane> lanes_;
  std::vector<FunctionStats> stats_;
};

}  // namespace tp
