// Makes a call profile out of records, stream by stream, or of a run of a stream's chunks.
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

// Which row of the table of events a record is of.
struct CallPlace {
  bool known = false;  // else it is of none
  size_t stream = 0;
  uint64_t position = 0;  // among the rows of the stream
  Time time = 0;
};

// Whether calls of the scope may come of a stream, or beyond those, of a merge.
bool mayCount(const CallScope& scope, const TraceReader& reader, size_t unit);

class CallAggregator {
 public:
  // `tracks` outlives the aggregator, and may grow meanwhile.
  CallAggregator(const CallScope& scope, const TrackTable& tracks);
  // The same, counting calls as the reader says that its format counts them. The reader outlives it.
  CallAggregator(const CallScope& scope, TraceReader& reader);
  // Stacks are counted by `counts`, which outlives it, in place of its own tree.
  CallAggregator(const CallScope& scope, TraceReader& reader, StackCounts& counts);

  // Logs calls wherever it may, and folds them often, as large traces make it do: for tests of small ones.
  void logEagerly() { eager_ = true; }
  // Looks up the node of each call, whatever that costs: for tests of logs.
  void logNever() { never_ = true; }

  // Who is told of each call whose duration is counted, and of which row that is: the one that ended it, or where it
  // was ended by none, the one that began it.
  using Watch = std::function<void(TrackId track, NameId name, Time duration, const CallPlace& place)>;
  // Before anything is added; records come by add(one, place) then.
  void watch(Watch watch) { watch_ = std::move(watch); }

  // A stream from its beginning. Whatever was open of the one before has to be ended first.
  void startStream();
  // Instead: from a chunk on. `begin`: of the stream; `lanes`: where its tracks stand.
  void startChunk(Time begin, const std::vector<std::pair<TrackId, LaneState>>& lanes);
  // Records in the order in which they come.
  void add(const RecordBatch& batch);
  // A batch of one record, and where it is.
  void add(const RecordBatch& one, const CallPlace& place) {
    place_ = place;
    add(one);
  }
  // Calls still open end at `now`, or at the latest time seen.
  void endStream(Time now);
  void endStream() { endStream(now_); }

  // Adds what another one of the same scope was told of another reader's streams, all of them ended. Nothing is left
  // of it.
  void merge(CallAggregator&& other, const CallProfiles::Renaming& renaming);
  // Everything that has ended is in them.
  CallProfiles& profiles();
  // CallProfiles::bestClass(), of what there is so far.
  size_t bestClass() const { return counts_ != nullptr ? counts_->bestClass() : profiles_.bestClass(); }

 private:
  // A slice that was told of when it ended, and whose caller has not ended yet.
  struct Waiting {
    Time begin = 0;
    Time end = 0;
    NameId name = kNoName;
    uint32_t depth = 0;
    CallPlace place = {};  // where it is watched
    bool begun = true;     // false: kNoBegin
  };
  // What TraceReader::callIdentity() takes of a record that began or ended a call. `size` 0: it is not known.
  struct CallKey {
    int64_t value = 0;
    uint32_t size = 0;
    static CallKey of(const Record& record) { return {record.value, record.size}; }
  };
  // Of one class of calls: what is to be folded into its tree later.
  struct Logging {
    CallLog log;
    TrackId track = kNoTrack;         // whose calls are pending in it; its lane has no nodes for the deeper ones
    Time begin = 0;                   // what the first pending gap counts from
    size_t from = kFirstLogged;       // so many stacks have to be there
    bool worth = false;               // most calls have been stacks of their own
    StackSample stacks;               // of the calls in the log
    uint32_t runs = 0;                // of records, so far
    size_t look = kFirstLogged;       // when it holds so many calls, their stacks are to be counted
    std::vector<CallLog::Open> open;  // by depth, of those without a node
  };
  static constexpr size_t kFirstLogged = size_t{1} << 16;
  static constexpr uint32_t kNotCounted = TrackPlaces::kNone - 1;
  // How much deeper a run of calls may go before it has to ask for room: what a loop gets ready costs as much each
  // time.
  static constexpr size_t kAhead = 64;
  // By name, for lanes that know few of many names.
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
    StackFrames* frames = nullptr;  // null: stacks have nodes of the profile's tree
    TrackId track = kNoTrack;
    bool byEnds = false;         // calls are counted by their ends
    bool nested = true;          // false: depth only keeps slices that overlap apart
    uint32_t top = 0;            // node, or frame, that the outermost calls belong to
    NameCounts active;           // how often a name is among the open slices
    bool elsewhere = false;      // what ends now began as a call of another function, or not where it is drawn from
    Time now = 0;                // times that run backwards are taken as the latest seen
    std::vector<uint32_t> path;  // node, or frame, by depth, of the open slices
    std::vector<CallKey> keys;   // by depth, where `byEnds`
    std::vector<Waiting> waiting;
    std::vector<CallPlace> places;  // by depth, of what began the open slices, where it is watched
  };

  Lane* lane(TrackId track);
  void addTo(Lane& lane, const Record& record);
  // core/analysis/call_runs.cpp
  enum class Stacks : uint8_t { None, Nodes, Frames };
  const Record* addRun(Lane& lane, const Record* at, const Record* end);
  template <Stacks kStacks, bool kFunctions>
  const Record* addCalls(Lane& lane, const Record* at, const Record* end);
  // core/analysis/call_logging.cpp
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
  void settle(Lane& lane, uint32_t node, NameId name, uint32_t depth, Time begin);
  bool outside(Time begin, Time end) const;
  bool known(const Lane& lane, const ClosedSlice& slice) const;
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
  void tell(const Lane& lane, const ClosedSlice& slice) const;
  static void countOpen(Lane& lane, const ClosedSlice& slice, bool begun, bool recursive);
  // `caller`: its node, and kNoName where it is none that was recorded.
  struct Caller {
    uint32_t node = 0;
    NameId name = kNoName;
  };
  void countWhole(Lane& lane, uint32_t node, const Waiting& slice, const Caller& caller, bool recursive);
  // Of a call that begins.
  uint32_t node(Lane& lane, uint32_t caller, NameId name, Time begin) {
    if (!scope_.stacks) return CallTree::kRoot;
    if (lane.frames != nullptr) return lane.frames->open(caller, name, begin);
    return lane.profile->tree.child(caller, name, begin);
  }
  // The same of a call that another stream tells.
  uint32_t nodeElsewhere(Lane& lane, uint32_t caller, NameId name, Time begin) {
    if (scope_.stacks && lane.frames != nullptr) return lane.frames->openElsewhere(caller, name, begin);
    return node(lane, caller, name, begin);
  }
  // `counts`: it is a call; else its time is that of what it called.
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
  // What took time of the caller's that none of its calls is known to have taken: kNotKnown.
  void unknown(Lane& lane, uint32_t caller, Time duration, Time begin);
  // Nothing is called from it any more.
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
  bool goesOn_ = false;  // the stream does, behind the range
  Watch watch_;
  CallPlace place_;  // of the record that is being added
  bool eager_ = false;
  bool never_ = false;
  CounterGrowth growth_;
  CallProfiles profiles_;
  StackCounts* counts_ = nullptr;
  Logging logging_[CallProfiles::kClasses];
  TrackPlaces laneOf_;  // kNotCounted: has none
  std::vector<Lane> lanes_;
  bool started_ = false;
  Time begin_ = 0;  // of the stream
  Time now_ = 0;
};

}  // namespace tp
