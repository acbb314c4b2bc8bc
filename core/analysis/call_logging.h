// CallLogging logs calls instead of looking up their stacks in a tree, where that is faster. The log is added to the
// tree later (core/analysis/call_log.h).
#pragma once

#include <span>
#include <vector>

#include "core/analysis/call_lane.h"
#include "core/analysis/call_log.h"
#include "core/analysis/stack_sample.h"

namespace tp {

// The log of the calls of one class of tracks (CallProfiles::classOf()), which all count in the tree of one profile.
class CallLogging {
 public:
  // All but WhereFaster are for tests.
  enum class When : uint8_t {
    WhereFaster,  // if that is found to be faster
    Eagerly,      // wherever possible, and the log is added to the tree as often as with large traces
    Never,        // the stack of each call is looked up at once, whatever that costs
  };
  void setWhen(When when) { when_ = when; }

  // Returns whether the calls of the lane are to be logged now. Only one lane at a time may log, since its calls must
  // be in order. May add the log to the tree.
  bool logs(CallLane& lane);
  // As addRun() of core/analysis/call_runs.h, for a lane that logs. The lane must not move in memory until it is
  // released.
  const Record* add(CallLane& lane, const CallSetting& setting, const Record* at, const Record* end);
  // Gives each open call of the lane a stack again, if the lane logs.
  void release(CallLane& lane) {
    if (lane_ == &lane) releaseLane();
  }

  // Adds the log to the tree. Stacks of less than `least` clock units in all may be left out.
  void fold(CallTree& tree, int64_t least);
  // Returns the log in place of adding it to the tree, and begins a new one.
  CallLog take();
  bool empty() const { return log_.empty(); }
  // Adds the log to the tree if that of `other` would make it too long.
  void makeRoom(const CallLogging& other, CallTree& tree);
  // Moves the log of another aggregator's calls to the end of this one. `nodes` maps the nodes of its tree to those of
  // ours, `numbers` its names to ours.
  void merge(CallLogging& other, std::span<const uint32_t> nodes, const NumberMap& numbers);

 private:
  static constexpr size_t kFirstLogged = size_t{1} << 16;

  void look(CallTree& tree);
  void pause(const CallTree& tree);
  void releaseLane();
  template <bool kSampled>
  const Record* addCalls(CallLane& lane, const CallSetting& setting, const Record* at, const Record* end);

  When when_ = When::WhereFaster;
  CallLog log_;
  CallLane* lane_ = nullptr;         // its calls are pending in `log_`, and it has no stacks for the deeper open ones
  Time begin_ = 0;                   // what the first pending gap counts from
  size_t from_ = kFirstLogged;       // number of nodes in the tree from which on calls are logged
  bool worth_ = false;               // most calls were found to have stacks of their own
  StackSample stacks_;               // a sample of the stacks of the logged calls
  uint32_t runs_ = 0;                // of records, so far
  size_t look_ = kFirstLogged;       // number of logged calls at which their stacks are counted next
  std::vector<CallLog::Open> open_;  // by depth; only levels without a stack are meaningful
};

}  // namespace tp
