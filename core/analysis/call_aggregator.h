// CallAggregator computes call profiles from records: of whole streams, or of a run of a stream's chunks. It finds the
// lane of each record; core/analysis/call_pairing.h says how the calls of a lane are counted.
#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "core/analysis/call_lane.h"
#include "core/analysis/call_logging.h"
#include "core/analysis/call_profile.h"
#include "core/analysis/counter_growth.h"
#include "core/analysis/gathered_stacks.h"
#include "core/analysis/logged_tree.h"
#include "core/analysis/seen_call.h"
#include "core/analysis/stack_counts.h"
#include "core/analysis/state_gains.h"
#include "core/decode/format.h"
#include "core/decode/record.h"
#include "core/decode/sampled_stack.h"
#include "core/index/lane_builder.h"
#include "core/index/track_places.h"

namespace tp {

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
  // Lanes refer to what it holds.
  CallAggregator(const CallAggregator&) = delete;
  CallAggregator& operator=(const CallAggregator&) = delete;

  // For tests.
  void setLogging(CallLogging::When when) {
    for (CallLogging& one : logging_) one.setWhen(when);
  }

  // Must be called before anything is added. SeenCall::place is known only of records that are passed to add(one,
  // place).
  void watch(CallWatch watch) { setting_.watch = std::move(watch); }

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
  // Says when the threads of the unit that was just started were in the states of the scope. Without this call, their
  // time counts for nothing. `times` must outlive the unit.
  void weighStates(const StateTimes& times, uint32_t unit);
  // Notes what is not certain of such times.
  void addStates(const StateSums& states);
  // Which names of the stacks so far are frames of recorded stacks.
  FrameNames frameNames() const { return states_.frameNames(); }
  // Adds records in the order of the stream.
  void add(Records records);
  // Adds a batch of one record, which belongs to the row `place`.
  void add(const RecordBatch& one, const CallPlace& place) {
    setting_.place = place;
    add(one);
  }
  // Whether the scope's counter is of samples (sample_growth.h), so that addStack() is to be called.
  bool wantsSamples() const { return sampled_.has_value(); }
  // Gives a sample to its stack. Others than those of the scope are ignored.
  void addStack(const SampledStack& stack, Time time);
  // Ends the stream. Calls still open end at `now` or at the latest time seen, whichever is later.
  void endStream(Time now);
  void endStream() { endStream(now_); }

  // Adds the profiles of another aggregator that has the same scope, a reader of its own and no open stream. `numbers`
  // maps its names and tracks to ours. `other` must not be used afterwards.
  void merge(CallAggregator&& other, const NumberMap& numbers);
  // Returns the profiles of everything that has ended. They belong to the aggregator.
  CallProfiles& profiles();
  // Returns the stacks of the first class of tracks that has calls, in place of profiles(). Must be called last.
  LoggedTree loggedStacks();
  // Returns CallProfiles::bestClass() of what was added so far.
  size_t bestClass() const { return counts_ != nullptr ? counts_->bestClass() : profiles_.bestClass(); }

 private:
  static constexpr uint32_t kNotCounted = TrackPlaces::kNone - 1;

  // Returns null if the track's calls do not count.
  CallLane* laneOf(TrackId track);
  // Same, and null if the track has no lane yet.
  CallLane* metLane(TrackId track) { return laneOf_.find(track) != TrackPlaces::kNone ? laneOf(track) : nullptr; }
  CallLane newLane(TrackId track);
  bool isMeant(TrackId track) const;
  // Takes the first record of a track behind the range, whose calls did not end within it.
  void lookBehind(const Record& record);
  // Notes a record behind the range on a track without calls in the range. Returns whether it tells of a call in it.
  bool beganBefore(const Record& record);
  void addSample(const Record& record);
  void countGathered();

  CallSetting setting_;
  const TrackTable& tracks_;
  std::vector<bool> beginBehind_;  // by track without calls in the range: its first record behind it was seen
  CounterGrowth growth_;
  // What the scope's counter counts, if that is of samples.
  struct Sampled {
    std::string event;
    bool periods = false;
    NameId name = kNoName;  // of the event, once it has been met
  };
  std::optional<Sampled> sampled_;
  GatheredStacks gathered_;       // not counted yet
  std::vector<uint32_t> opened_;  // scratch space of countGathered()
  StateGains states_;
  CallProfiles profiles_;
  StackCounts* counts_ = nullptr;
  CallLogging logging_[CallProfiles::kClasses];
  TrackPlaces laneOf_;          // kNotCounted: the track has no lane
  std::deque<CallLane> lanes_;  // they stay where they are
  bool started_ = false;
  Time begin_ = 0;  // of the stream
  Time now_ = 0;
};

}  // namespace tp
