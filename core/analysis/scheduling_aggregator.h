// SchedulingAggregator computes a Scheduling from records, unit by unit (a stream or a merge), or from a run of a
// unit's chunks.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/scheduling.h"
#include "core/decode/format.h"
#include "core/decode/state_record.h"
#include "core/index/lane_builder.h"
#include "core/index/recorded_time.h"
#include "core/index/track_places.h"

namespace tp {

// A span of time in which a thread was in one state.
struct StateSpan {
  TrackId thread = kNoTrack;
  ThreadState state = ThreadState::Unknown;
  Time begin = 0, end = 0;
  int32_t cpu = -1;                      // running: where; -1: not known
  std::optional<int32_t> priority = {};  // running: StateRecord::priority() of the switch
  bool preempted = false;                // runnable: it lost its CPU, and was not woken
  // Runnable, since a waking that was recorded: as in Waking.
  bool woken = false;
  TrackId waker = kNoTrack;
  WakeContext context = WakeContext::Thread;
  NameId handler = kNoName;
  bool last = false;  // no record ends it: it lasts until the trace ends
  Time silent = 0;    // StateRecord::silent() of the record that ends it, as far as it can lie within the scope
  // Records are missing at its beginning or its end: the thread may have been in the state for longer, or less.
  bool uncertain = false;
  // Of a state that is neither running nor runnable: the waking that ended it, as above, if it was recorded.
  bool wokenAfter = false;
  TrackId wakerAfter = kNoTrack;
  WakeContext contextAfter = WakeContext::Thread;
  NameId handlerAfter = kNoName;
  // Runnable, woken: when, which is before `begin` if the thread still ran then. Not limited to the scope.
  Time wokenAt = kNotWoken;
};

class SchedulingAggregator {
 public:
  // `tracks` and `names` must outlive the aggregator; they may grow meanwhile.
  // `filter`: of Scheduling::filtered.
  SchedulingAggregator(const SchedulingScope& scope, const TrackTable& tracks, const NameTable& names,
                       const LatencyFilter& filter = {});

  // Called for each span whose time counts, as far as it is within the scope, and for that after the end of a thread.
  // It is called when the span has ended; those of a thread come in order. Spans of no length are told if a record
  // entered the state. Must be set before anything is added.
  using Watch = std::function<void(const StateSpan& span)>;
  void watch(Watch watch) { watch_ = std::move(watch); }

  // Before each unit: the TrackKey::trace that it is of, for SchedulingScope::begins. Without it, all of the scope
  // counts.
  void ofTrace(uint32_t trace) { from_ = scope_.beginOf(trace); }
  // Starts a unit at its beginning. `merge`: it is a merge of streams, which may report threads that are not its own.
  void startUnit(bool merge);
  // Starts at a chunk instead. `lanes` is the state of its tracks there.
  void startChunk(bool merge, Time begin, const std::vector<std::pair<TrackId, LaneState>>& lanes);
  // Adds when a stream recorded, if it belongs to a CPU and reports what runs there, by itself or together with others.
  void addRecorded(const StreamInfo& stream, const RecordedTime& recorded);
  // Does so for a stream whose switches are in other units: its CPU recorded all the time, except at the times
  // `missing` (TraceReader::missingSwitches()).
  void addRecorded(const StreamInfo& stream, std::span<const TimeRange> missing);
  void add(const RecordBatch& batch);
  // Ends the unit. Open states last until `now` or the latest time seen, whichever is later.
  void endUnit(Time now);

  // Scheduling::switches so far.
  bool switches() const { return result_.switches; }
  // Returns the result, owned by the aggregator, once the last unit has ended. Scheduling::finish() has not been
  // called.
  const Scheduling& result();

 private:
  struct Lane {
    size_t row = 0;  // index in Scheduling::threads
    ThreadState state = ThreadState::Unknown;
    Time since = 0;
    // How the state was entered, for a Watch.
    bool entered = false;  // by a record; false: its time was counted up to `since` before
    bool preempted = false, woken = false, uncertain = false;
    TrackId waker = kNoTrack;
    WakeSource source = {};
    Time wokenAt = kNotWoken;
    Time left = kNotWoken;            // when it last stopped to run
    int32_t cpu = -1;                 // the CPU on which it runs
    int32_t before = -1;              // the CPU on which it ran last
    std::optional<int32_t> priority;  // with which it runs
    // For a thread of a program: the first switch will tell what it did before.
    bool guess = false;
    // Time in an unknown state counts: of a thread of a kernel, or because switches are missing.
    bool countsUnknown = false;
    bool states = false;  // for a thread of a kernel
    bool taken = false;   // to run: no record says when it got or left its CPU
    Time silent = 0;      // StateRecord::silent() of the record that ends the state
    bool waits = false;   // it was woken within the scope, and no record says that it ran since
    // Not told yet: a record has ended it, and the next one will say whether another state follows.
    std::optional<StateSpan> ended;
  };

  Time clamp(Time time) const;
  bool within(Time time) const { return !ranged_ || (time >= from_ && time <= scope_.end); }
  Lane* lane(TrackId track, TrackId thread, Time time);
  Lane* stateLane(TrackId track, Time time);
  void settle(Lane& lane, Time time, bool last = false, bool uncertain = false);
  void tellEnded(Lane& lane, bool follows);
  void enter(Lane& lane, ThreadState state, int32_t cpu, Time time, bool switched = true, bool uncertain = false);
  void onState(const Record& record);
  void onThread(const Record& record);
  void onCpu(const Record& record);
  void woken(const Record& record, TrackId thread);
  void ran(const Record& record, TrackId thread);
  // Adds a latency to a heap that has the shortest of the longest on top.
  void keepWorst(const WakeupLatency& one, std::vector<WakeupLatency>& kept) const;
  void noteWaking(const Record& record, StateSpan& ended) const;
  TrackId wakerOf(const Record& record) const;
  CpuScheduling& cpuOf(const StreamInfo& stream, bool guessed);
  size_t cpuAt(int32_t number, std::string machine, uint32_t trace);
  // Returns CpuScheduling::machine.
  std::string machineName(const std::string& machine, uint32_t trace) const;

  SchedulingScope scope_;
  bool ranged_;
  Time from_;  // when the part of the scope begins in which the unit counts
  const TrackTable& tracks_;
  const NameTable& names_;
  Watch watch_;
  Scheduling result_;
  std::vector<uint32_t> rowOf_;  // by thread track: index + 1

  // State of the current unit.
  bool merge_ = false;
  Time now_ = 0;
  bool started_ = false;
  std::vector<Lane> lanes_;
  TrackPlaces laneOf_;
  std::unordered_map<TrackId, TrackId> running_;  // by a CPU's track: the thread that runs there
  std::unordered_map<TrackId, Time> gaps_;        // by a CPU's track: time that was not recorded

  std::map<std::pair<std::string, int32_t>, size_t> cpus_;
  std::unordered_map<uint64_t, Time> ran_;  // by CPU and row: how long it ran there
  struct WakingHash {
    size_t operator()(const Waking& of) const;
  };
  struct SameWaking {
    bool operator()(const Waking& a, const Waking& b) const {
      return a.waker == b.waker && a.woken == b.woken && a.context == b.context && a.handler == b.handler;
    }
  };
  std::unordered_map<Waking, uint64_t, WakingHash, SameWaking> wakings_;  // counts by waking; Waking::count is not used
};

}  // namespace tp
