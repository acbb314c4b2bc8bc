// Makes a Scheduling out of records, unit by unit (a stream or a merge), or of a run of a unit's chunks.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "core/analysis/scheduling.h"
#include "core/decode/format.h"
#include "core/index/lane_builder.h"
#include "core/index/recorded_time.h"
#include "core/index/track_places.h"

namespace tp {

class SchedulingAggregator {
 public:
  // Tables outlive the aggregator, and may grow meanwhile.
  SchedulingAggregator(const SchedulingScope& scope, const TrackTable& tracks, const NameTable& names);

  // `merge`: of a merge of streams, which may tell of threads that are not its own.
  void startUnit(bool merge);
  // Instead: from a chunk on. `lanes`: where its tracks stand.
  void startChunk(bool merge, Time begin, const std::vector<std::pair<TrackId, LaneState>>& lanes);
  // When a stream recorded: where it is a CPU's that tells who runs there, or one of several that do together.
  void addRecorded(const StreamInfo& stream, const RecordedTime& recorded);
  void add(const RecordBatch& batch);
  // What lasts, lasts until `now`, or until the latest time seen.
  void endUnit(Time now);

  // Once the last unit has ended; not finished yet.
  const Scheduling& result();

 private:
  struct Lane {
    size_t row = 0;  // of Scheduling::threads
    ThreadState state = ThreadState::Unknown;
    Time since = 0;
    int32_t cpu = -1;     // where it runs
    int32_t before = -1;  // where it ran last
    // A program's thread, of which it takes the first switch to know what it did before.
    bool guess = false;
    bool states = false;  // a kernel's: time in which its state is not known counts as that
  };

  Time clamp(Time time) const;
  bool within(Time time) const { return !ranged_ || (time >= scope_.begin && time <= scope_.end); }
  Lane* lane(TrackId track, TrackId thread, Time time);
  Lane* stateLane(TrackId track, Time time);
  void settle(Lane& lane, Time time);
  void enter(Lane& lane, ThreadState state, int32_t cpu, Time time, bool switched = true);
  void onState(const Record& record);
  void onThread(const Record& record);
  void onCpu(const Record& record);
  void woken(const Record& record, TrackId thread);
  void ran(const Record& record, TrackId thread);
  TrackId wakerOf(const Record& record) const;
  size_t cpuAt(int32_t number, std::string machine, uint32_t trace);

  SchedulingScope scope_;
  bool ranged_;
  const TrackTable& tracks_;
  const NameTable& names_;
  Scheduling result_;
  std::vector<uint32_t> rowOf_;  // by thread track: position + 1

  // Of the unit at hand.
  bool merge_ = false;
  Time now_ = 0;
  bool started_ = false;
  std::vector<Lane> lanes_;
  TrackPlaces laneOf_;
  std::unordered_map<TrackId, TrackId> running_;  // a CPU's track: the thread that it says runs there

  std::map<std::pair<std::string, int32_t>, size_t> cpus_;
  std::unordered_map<uint64_t, Time> ran_;  // CPU and row
  struct WakingHash {
    size_t operator()(const Waking& of) const;
  };
  struct SameWaking {
    bool operator()(const Waking& a, const Waking& b) const {
      return a.waker == b.waker && a.woken == b.woken && a.context == b.context && a.handler == b.handler;
    }
  };
  std::unordered_map<Waking, uint64_t, WakingHash, SameWaking> wakings_;  // without their counts
};

}  // namespace tp
