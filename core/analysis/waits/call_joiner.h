// CallJoiner gives the waits of a kernel's threads the calls of their programs, which other traces on the same axis
// recorded (core/joint). docs/why.md has the rules.
#pragma once

#include <vector>

#include "core/analysis/waits/wait_graph.h"
#include "core/index/trace_index.h"

namespace tp {

class CallJoiner {
 public:
  // Finds the threads that a kernel's trace and a program's trace both have. `graph` has been finished; its `joined` is
  // set.
  void find(WaitGraph& graph, const TraceIndex& index);
  // Whether there are waits to ask the calls of.
  bool asks() const { return !pairs_.empty(); }
  // Returns what a worker is to be asked: of threads that it has met.
  std::vector<UserWaits> requestTo(const TraceIndex& index, uint32_t worker) const;
  // Takes what a worker told, with the names of the index. Returns false if it makes no sense.
  bool take(UserCalls said);
  // Names the waits, when all is told.
  void finish(WaitGraph& graph);

 private:
  struct Pair {
    TrackId kernel = kNoTrack, program = kNoTrack;  // tracks of one thread
    size_t joined = 0;                              // position in WaitGraph::joined
    PackedLane waits;
    // Nothing: no stream has calls of it, or several have, of which none is known to be the right one.
    std::vector<UserCalls> said;
  };

  static void judge(const Pair& pair, WaitGraph& graph);

  std::vector<Pair> pairs_;
};

}  // namespace tp
