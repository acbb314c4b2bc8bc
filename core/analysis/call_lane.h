// What is known of the calls of one track while they are counted, and what all tracks have in common. Those that count
// are functions on it: core/analysis/call_pairing.h, call_runs.h, whole_slices.h and unknown_durations.h.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/analysis/call_profile.h"
#include "core/analysis/held_sums.h"
#include "core/analysis/open_functions.h"
#include "core/analysis/seen_call.h"
#include "core/analysis/stack_path.h"
#include "core/decode/format.h"
#include "core/index/call_stack.h"
#include "core/trace/sums.h"

namespace tp {

class CallLogging;

// Called for each call, whether or not its duration is known.
using CallWatch = std::function<void(const SeenCall&)>;

// What is counted, and where in the records the counting is.
struct CallSetting {
  // What makes calls end just now.
  enum class Phase : uint8_t {
    Records,  // records within the range
    Behind,   // the first record of a track behind the range
    Ending,   // the end of the stream
  };
  CallScope scope;
  TraceReader* reader = nullptr;  // null: every slice is a call
  CallWatch watch = nullptr;      // may be empty
  Phase phase = Phase::Records;
  CallPlace place = {};  // of the record being added; meaningful only with a watch

  bool ending() const { return phase == Phase::Ending; }
};

// Sums of times by depth, of open calls.
class TimesByDepth {
 public:
  void add(size_t depth, Time time) {
    if (depth >= times_.size()) times_.resize(depth + 1);
    times_[depth] = plus(times_[depth], time);
  }
  // Returns the sum, and begins again.
  Time take(size_t depth) { return depth < times_.size() ? std::exchange(times_[depth], 0) : 0; }

 private:
  std::vector<Time> times_;
};

// A slice that was recorded as a whole (RecordKind::Slice).
struct WholeSlice {
  Time begin = 0;
  Time end = 0;
  NameId name = kNoName;
  uint32_t depth = 0;    // of callees on tracks whose depth says who calls, else 0
  CallPlace place = {};  // meaningful only with a watch
  bool begun = true;     // false: what is known is its end only
  uint16_t drawn = 0;    // the depth of the record
};

// The calls of one track.
struct CallLane {
  TrackId track = kNoTrack;
  CallProfile* profile = nullptr;
  CallLogging* logging = nullptr;  // of the same class of tracks
  bool byEnds = false;             // calls are counted by their ends (CallCounting::Ends)
  bool nested = true;              // false: depth only keeps overlapping slices apart

  // Pairs begins and ends.
  CallStack stack;
  Time before = 0;          // the time of the record before the one being added
  Time now = 0;             // the latest time seen; earlier times are raised to it
  bool behind = false;      // its first record behind the range was seen
  bool otherBegin = false;  // what ends now began under another name, or before or elsewhere than was told

  // What the open calls are counted as.
  StackPath path;
  OpenFunctions functions;
  std::unique_ptr<HeldSums> held;  // only with CallScope::within
  TimesByDepth selfDoubts;         // what FunctionSums::selfDoubt gets when the open call ends

  std::vector<WholeSlice> waiting;  // their callers have not been reported yet; callers follow their callees

  // Only with a watch.
  TimesByDepth wholes;            // time of whole slices that the open call called
  std::vector<CallPlace> places;  // rows that began the open calls, by depth

  // Whether a call at this depth is counted by function.
  bool counts(size_t depth) const { return !held || held->takes(depth); }
  // Where a function is summed up.
  FunctionSums& sumsOf(NameId name) { return held ? held->sumsOf(name) : profile->sumsOf(name); }
  // Counts a call of known duration.
  void addCall(NameId name, Time duration, Time self, bool recursive) {
    if (held) return held->sumsOf(name).addCall(duration, self, recursive);
    profile->addCall(name, duration, self, recursive);
  }
  // Whether the call of `name` that ended at `depth` is within a call of the same function.
  bool isRecursive(const CallSetting& setting, size_t depth, NameId name) {
    if (functions.calls(name) == 0) return false;
    if (!byEnds) return true;
    return functions.isRecursive(*setting.reader, track, stack.open(), depth, name, held ? held->depth() : 0);
  }
  // The name of the caller of the call at `depth`; kNoName if there is none, or its beginning was not seen.
  NameId callerName(size_t depth) const {
    const std::span<const OpenSlice> open = stack.open();
    if (depth == 0 || depth > open.size() || open[depth - 1].present == OpenSlice::kMissing) return kNoName;
    return open[depth - 1].name;
  }
  // The same of the outermost one of its callers.
  NameId outermostName(size_t depth) const {
    const std::span<const OpenSlice> open = stack.open();
    if (depth == 0 || open.empty() || open[0].present == OpenSlice::kMissing) return kNoName;
    return open[0].name;
  }
};

}  // namespace tp
