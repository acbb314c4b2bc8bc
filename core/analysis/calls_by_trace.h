// The calls of several traces that are joined, counted apart for each, and what they are together.
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/call_aggregator.h"

namespace tp {

// What the traces come to.
struct CallsOfTraces {
  CallProfile profile;                         // of all of them
  size_t trackClass = CallProfiles::kClasses;  // CallProfiles::classOf() of the tracks that it is of
  // The functions of each trace on such tracks, where they were counted apart.
  std::vector<std::vector<FunctionSums>> apart;
};

class CallsByTrace {
 public:
  // Apart where there are several traces, and functions alone are counted. The reader outlives it.
  CallsByTrace(const CallScope& scope, TraceReader& reader);

  // Who counts what a stream, or beyond those, a merge tells.
  CallAggregator& of(size_t unit) { return *traces_[traceOf(unit)]; }
  // CallProfiles::bestClass(), of all of them so far.
  size_t bestClass() const;

  void write(WireWriter& out);
  // As CallAggregator::merge().
  void merge(CallsByTrace&& other, const CallProfiles::Renaming& renaming);
  // Once all is counted; nothing is left of it.
  CallsOfTraces whole();

 private:
  size_t traceOf(size_t unit) const;

  const CallScope scope_;
  const TraceReader& reader_;
  std::vector<std::unique_ptr<CallAggregator>> traces_;
};

// What several of those have written.
class ProfilesByTrace {
 public:
  explicit ProfilesByTrace(const CallScope& scope) : scope_(scope) {}

  void merge(WireReader& in, const CallProfiles::Renaming& renaming);

  // Once all are there; nothing is left of it.
  CallsOfTraces whole();

 private:
  static constexpr uint32_t kMaxTraces = 4096;

  CallScope scope_;
  std::vector<std::unique_ptr<CallProfiles>> traces_;
};

}  // namespace tp
