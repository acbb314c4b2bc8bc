// CallAggregator computes call profiles from records: of whole streams, or of a run of a stream's chunks.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/analysis/call_log.h"
#include "core/analysis/call_profile.h"
#include "core/analysis/counter_growth.h"
#include "core/analysis/stack_counts.h"
#include "core/analysis/stack_sample.h"
#include "core/decode/format.h"
#include "core/decode/record.h"
#include "core/index/lane_builder.h"
#include "core/index/track_places.h"

namespace tp {

// Which row of the event table a record is, or was made from.
struct CallPlace {
  bool known = false;  // false: the record belongs to no row
  size_t stream = 0;
  uint64_t position = 0;  // index among the rows of the stream
  Time time = 0;
};

// A call as a CallAggregator counts it: clamped to the range, in clock units.
struct SeenCall {
  enum class Known : uint8_t {
    Whole,    // its duration is known, and counted
    Open,     // without a recorded end
    Unbegun,  // an end without a beginning
  };
  TrackId track = kNoTrack;
  NameId name = kNoName;
  // Of a state: what woke the thread, to it or out of it (wakerName()). kNoName: nothing, or it was not recorded.
  NameId caller = kNoName;
  uint16_t depth = 0;  // as it is drawn
  Known known = Known::Whole;
  bool selfDoubted = false;  // `self` may be off, as FunctionSums::selfDoubt says of a function
  Time begin = 0;
  Time duration = 0;
  Time self = 0;
  int32_t cpu = -1;     // where it ran, if that is known besides the record; -1: it is not
  bool atMost = false;  // the duration is an upper bound
  // The row that ended the call or, if no row ended it, the row that began it.
  CallPlace place = {};
};

// Returns whether a unit (a stream or, numbered after the streams, a merge) may have calls that `scope` counts. Merges
// that show the calls of threads again have some only if the scope names tracks.
bool mayCount(const CallScope& scope, const TraceReader& reader, size_t unit);

class CallAggregator {
 public:
  // Every slice counts as a call. `tracks` must outlive the aggregator; it may grow meanwhile.
  CallAggregator(const CallScope& scope, const TrackTable& tracks);
  // Counts calls as reader.callCounting() says for each track. `reader` must outlive the aggregator.
  CallAggregator(const CallScope& scope, TraceReader& reader);
  // As above, but counts stacks in `counts` instead of the profile's own tree. `counts` must outlive the aggregator.
  CallAggregator(const CallScope& scope, TraceReader& reader, StackCounts& counts);

  // For tests with small traces: logs calls wherever possible, and adds the log to the tree as often as large traces
  // do.
  void logEagerly() { eager_ = true; }
  // For tests of logging: never logs, but looks up the node of each call at once, whatever that costs.
  void logNever() { never_ = true; }

  // Called for each call, whether or not its duration is known.
  using Watch = std::function<void(const SeenCall&)>;
  // Must be called before anything is added. SeenCall::place is known only of records that are passed to add(one,
  // place).
  void watch(Watch watch) { watch_ = std::move(watch); }

  // Starts a stream at its beginning. The previous stream must have been ended.
  void startStream();
  // Starts at a chunk instead. `begin` is the time at which the stream begins, `lanes` the state of its tracks there.
  void startChunk(Time begin, const std::vector<std::pair<TrackId, LaneState>>& lanes);
  // Goes on at a later chunk of the stream. Chunks may be left out in between that have no records of tracks which were
  // met, or which awaits() names.
  void goOn(const std::vector<std::pair<TrackId, LaneState>>& lanes);
  // Returns whether records after the range are still wanted: a track's first one tells whether what is open at the end
  // of the range went on until there.
  bool awaits(TrackId track);
  // Adds records in the order of the stream.
  void add(Records records);
  // Adds a batch of one record, which belongs to the row `place`.
  void add(const RecordBatch& one, const CallPlace& place) {
    place_ = place;
    add(one);
  }
  // Ends the stream. Calls still open end at `now` or at the latest time seen, whichever is later.
  void endStream(Time now);
  void endStream() { endStream(now_); }

  // Adds the profiles of another aggregator that has the same scope, a reader of its own and no open stream. `renaming`
  // maps its names and tracks to ours. `other` must not be used afterwards.
  void merge(CallAggregator&& other, const CallProfiles::Renaming& renaming);
  // Returns the profiles of everything that has ended. They belong to the aggregator.
  CallProfiles& profiles();
  // Returns CallProfiles::bestClass() of what was added so far.
  size_t bestClass() const { return counts_ != nullptr ? counts_->bestClass() : profiles_.bestClass(); }

 private:
  // A whole slice (RecordKind::Slice) whose caller has not been reported yet.
  struct Waiting {
    Time begin = 0;
    Time end = 0;
    NameId name = kNoName;
    uint32_t depth = 0;
    CallPlace place = {};  // meaningful only with a Watch
    bool begun = true;     // false: kNoBegin
    uint16_t drawn = 0;    // the depth of the record
  };
  // What TraceReader::callIdentity() reads of the record that began or ended a call. `size` is 0 if it is not known.
  struct CallKey {
    int64_t value = 0;
    uint32_t size = 0;
    static CallKey of(const Record& record) { return {record.value, record.size}; }
  };
  // Calls of one class of tracks that are logged, to be added to its tree later.
  struct Logging {
    CallLog log;
    TrackId track = kNoTrack;         // its calls are pending in `log`; its lane has no nodes for the deeper open ones
    Time begin = 0;                   // what the first pending gap counts from
    size_t from = kFirstLogged;       // number of nodes in the tree from which on calls are logged
    bool worth = false;               // most calls were found to have stacks of their own
    StackSample stacks;               // a sample of the stacks of the logged calls
    uint32_t runs = 0;                // of records, so far
    size_t look = kFirstLogged;       // number of logged calls at which their stacks are counted next
    std::vector<CallLog::Open> open;  // by depth; only levels without a node are meaningful
  };
  static constexpr size_t kFirstLogged = size_t{1} << 16;
  static constexpr uint32_t kNotCounted = TrackPlaces::kNone - 1;
  // How many levels deeper a run of calls may go before it asks for room again. Bounded, because the set-up of a loop
  // takes time in proportion to it.
  static constexpr size_t kAhead = 64;
  // Counts by name, in pages: a lane meets few of many names.
  class NameCounts {
   public:
    uint32_t& operator[](NameId name) {
      size_t page = name / kPage;
      if (page >= pages_.size()) pages_.resize(page + 1);
      if (!pages_[page]) pages_[page] = std::make_unique<std::array<uint32_t, kPage>>();
      return (*pages_[page])[name % kPage];
    }

   private:
    static constexpr size_t kPage = 64;
    std::vector<std::unique_ptr<std::array<uint32_t, kPage>>> pages_;
  };
  struct Lane {
    CallStack stack;
    CallProfile* profile = nullptr;
    StackFrames* frames = nullptr;  // null: stacks are nodes of the profile's tree
    TrackId track = kNoTrack;
    bool byEnds = false;         // calls are counted by their ends (CallCounting::Ends)
    bool nested = true;          // false: depth only keeps overlapping slices apart
    uint32_t top = 0;            // node or frame of the caller of the outermost calls
    NameCounts active;           // number of open slices by name
    bool ahead = false;          // its first record after the range was seen
    bool elsewhere = false;      // what ends now began under another name, or before or elsewhere than was told
    Time before = 0;             // the time of the record before the one being added
    Time now = 0;                // the latest time seen; earlier times are raised to it
    std::vector<uint32_t> path;  // nodes or frames of the open slices, by depth
    std::vector<CallKey> keys;   // by depth; meaningful only if `byEnds`
    std::vector<Time> doubts;    // by depth: what FunctionSums::selfDoubt gets when the open slice ends
    std::vector<Time> wholes;    // by depth: time of whole slices that the open slice called; only with a Watch
    std::vector<Waiting> waiting;
    std::vector<CallPlace> places;  // rows that began the open slices, by depth; only with a Watch
  };

  Lane* lane(TrackId track);
  bool isMeant(TrackId track) const;
  void addTo(Lane& lane, const Record& record) { addTo(lane, record, lane.now); }
  // `before` is the time of the lane's record before.
  void addTo(Lane& lane, const Record& record, Time before);
  // Defined in core/analysis/call_unknown.cpp.
  void lookAhead(const Record& record);
  bool known(const Lane& lane, const ClosedSlice& slice) const;
  static void countOpen(Lane& lane, const ClosedSlice& slice, bool begun, bool recursive);
  void rest(Lane& lane, const ClosedSlice& slice, bool counts);
  // Returns whether the slice's own self time is in doubt.
  bool doubt(Lane& lane, const ClosedSlice& slice, bool known);
  // Adds time that is not the caller's own, but of a call that is not known, as a callee named kNotKnown.
  void unknown(Lane& lane, uint32_t caller, Time duration, Time begin);
  // Defined in core/analysis/call_runs.cpp.
  enum class Stacks : uint8_t { None, Nodes, Frames };
  const Record* addRun(Lane& lane, const Record* at, const Record* end);
  template <Stacks kStacks, bool kFunctions, bool kWatched>
  const Record* addCalls(Lane& lane, const Record* at, const Record* end);
  // Defined in core/analysis/call_logging.cpp.
  Logging& loggingOf(const Lane& lane) { return logging_[lane.profile - profiles_.of]; }
  bool logs(Lane& lane);
  static void pause(Logging& logging, const CallTree& tree);
  template <bool kSampled>
  const Record* logRun(Lane& lane, const Record* at, const Record* end);
  const Record* logCalls(Lane& lane, const Record* at, const Record* end);
  void release(Lane& lane);
  void fold(size_t profile, bool last);
  void grow(const Record& record);
  static uint32_t callerAt(Lane& lane, size_t depth);
  void closed(Lane& lane, const ClosedSlice& slice);
  void whole(Lane& lane, const Record& record);
  bool recursive(const Lane& lane, size_t depth, NameId name) const;
  void rename(Lane& lane, const Record& record);
  // Returns the time of the outermost of them.
  Time settle(Lane& lane, uint32_t node, NameId name, uint32_t depth, Time begin);
  bool outside(Time begin, Time end) const;
  [[gnu::always_inline]] static void count(Lane& lane, NameId name, Time duration, Time self, bool recursive) {
    FunctionSums& sums = lane.profile->sumsOf(name);
    ++sums.calls;
    sums.sum = plus(sums.sum, duration);
    sums.self = plus(sums.self, self);
    if (!recursive) sums.total = plus(sums.total, duration);
    lane.profile->durations.add(name, duration);
  }
  void began(Lane& lane, uint16_t depth) {
    lane.places.resize(depth);
    lane.places.push_back(place_);
  }
  void tell(const Lane& lane, const ClosedSlice& slice, SeenCall::Known known, bool doubted, Time wholes) const;
  void tellWhole(const Lane& lane, const Waiting& slice, NameId caller, Time wholes) const;
  static NameId callerOf(const Lane& lane, uint16_t depth);
  // Called by the run of calls that is not handled by closed().
  void tellRun(Lane& lane, const OpenSlice& slice, uint16_t depth, Time now, NameId caller) const;
  // `name` is kNoName if no caller was recorded.
  struct Caller {
    uint32_t node = 0;
    NameId name = kNoName;
  };
  // Returns the time that is not the caller's own.
  Time countWhole(Lane& lane, uint32_t node, const Waiting& slice, const Caller& caller, bool recursive);
  // Returns the node or frame of a call that begins.
  uint32_t node(Lane& lane, uint32_t caller, NameId name, Time begin) {
    if (!scope_.stacks) return CallTree::kRoot;
    if (lane.frames != nullptr) return lane.frames->open(caller, name, begin);
    return lane.profile->tree.child(caller, name, begin);
  }
  // As node(), for a call that another stream reports.
  uint32_t nodeElsewhere(Lane& lane, uint32_t caller, NameId name, Time begin) {
    if (scope_.stacks && lane.frames != nullptr) return lane.frames->openElsewhere(caller, name, begin);
    return node(lane, caller, name, begin);
  }
  // If `counts` is false, the slice is no call, and `duration` is the time of its callees.
  void ended(Lane& lane, uint32_t node, Time duration, Time begin, bool counts, bool known) {
    if (!scope_.stacks) return;
    if (lane.frames != nullptr) return lane.frames->end(node, duration, begin, counts, known);
    CallTree& tree = lane.profile->tree;
    if (counts) {
      tree.count(node, duration, begin);
    } else if (duration > 0 && tree.sampleTime() == 1) {
      tree.add(node, 0, duration, begin);
    }
  }
  // Nothing will be called from `node` any more.
  static void left(Lane& lane, uint32_t node) {
    if (lane.frames != nullptr) lane.frames->release(node);
  }
  static void cutPath(Lane& lane, size_t depth);
  Time clamp(Time time) const {
    if (!ranged_) return time;
    return time < scope_.begin ? scope_.begin : time > scope_.end ? scope_.end : time;
  }

  CallScope scope_;
  bool ranged_;
  const TrackTable& tracks_;
  TraceReader* reader_ = nullptr;  // null: every slice is a call
  bool ending_ = false;
  bool after_ = false;            // the record being added is after the range
  std::vector<bool> beginLater_;  // by track without calls in the range: its first record after it was seen
  Watch watch_;
  CallPlace place_;  // of the record being added
  bool eager_ = false;
  bool never_ = false;
  CounterGrowth growth_;
  CallProfiles profiles_;
  StackCounts* counts_ = nullptr;
  Logging logging_[CallProfiles::kClasses];
  TrackPlaces laneOf_;  // kNotCounted: the track has no lane
  std::vector<Lane> lanes_;
  bool started_ = false;
  Time begin_ = 0;  // of the stream
  Time now_ = 0;
};

}  // namespace tp
