// CallsByTrace counts the calls of joined traces, separately for each trace, and adds them up.
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/call_aggregator.h"

namespace tp {

// The calls of all traces.
struct CallsOfTraces {
  CallProfile profile;                         // of all traces
  size_t trackClass = CallProfiles::kClasses;  // CallProfiles::classOf() of the tracks that `profile` is of
  // The functions of each trace on such tracks, if the traces were counted separately.
  std::vector<std::vector<FunctionSums>> apart;
};

class CallsByTrace {
 public:
  // Counts traces separately if there are several, and only functions are counted. `reader` must outlive this.
  CallsByTrace(const CallScope& scope, TraceReader& reader);

  // Returns the aggregator for a stream or, numbered after the streams, a merge.
  CallAggregator& of(size_t unit) { return *traces_[traceOf(unit)]; }
  // Returns CallProfiles::bestClass() of all traces so far.
  size_t bestClass() const;

  // Writes what ProfilesByTrace::merge() adds to what other workers have told, one trace after the other, so that no
  // more than one is held twice.
  void write(WireWriter& out);
  // As CallAggregator::merge().
  void merge(CallsByTrace&& other, const NumberMap& numbers);
  // Returns the result. Must be called last: it moves from the profiles.
  CallsOfTraces whole();
  // In place of whole(): returns the stacks, if CallScope::stacks is set.
  LoggedTree loggedStacks() { return traces_.front()->loggedStacks(); }

 private:
  size_t traceOf(size_t unit) const;

  const CallScope scope_;
  const TraceReader& reader_;
  std::vector<std::unique_ptr<CallAggregator>> traces_;
};

// Merges what the CallsByTrace of several workers have written.
class ProfilesByTrace {
 public:
  explicit ProfilesByTrace(const CallScope& scope) : scope_(scope) {}

  void merge(WireReader& in);

  // Returns the result and clears this.
  CallsOfTraces whole();

 private:
  static constexpr uint32_t kMaxTraces = 4096;

  CallScope scope_;
  std::vector<std::unique_ptr<CallProfiles>> traces_;
};

}  // namespace tp
