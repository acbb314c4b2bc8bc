// What a CPU did within a range of time: whose turns it had, at which priorities, and which interrupts came amid them.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/decode/event_row.h"
#include "core/decode/record.h"
#include "core/index/lane_builder.h"
#include "core/index/slice_lane.h"
#include "core/io/wire.h"
#include "core/trace/names.h"
#include "core/trace/tracks.h"

namespace tp {

// Of which CPU and range: `track` is of kind Cpu. Times are in clock units, both inclusive.
struct CpuWorkScope {
  TrackId track = kNoTrack;
  Time begin = 0, end = -1;

  bool operator==(const CpuWorkScope&) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.track, self.begin, self.end);
    if constexpr (Wire::kReads) self.begin = clampTime(self.begin), self.end = clampTime(self.end);
  }
};

struct CpuWork {
  static constexpr size_t kMaxPriorities = 8, kMaxNames = 8;  // of a row

  // The turns of a thread, or the interrupts of a name.
  struct Row {
    int64_t tid = -1;  // -1: an interrupt, or the thread is not known
    // As it is drawn on the CPU's track: a thread may have had several names meanwhile, and is one row.
    std::vector<NameId> names;
    bool interrupt = false;
    // Of some of them, the records don't say when within the range they began or ended: the time is that for which they
    // are drawn.
    bool uncertain = false;
    Time time = 0;                    // within the range, without the interrupts amid it
    uint64_t count = 0;               // turns or interrupts that have a part of the range
    std::vector<int32_t> priorities;  // of the turns, as the kernel counts them (120: nice 0); ascending

    void addName(NameId name);
    void addPriority(int32_t priority);
    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.tid, self.names, self.time, self.count, self.priorities);
      wire.bits(self.interrupt, self.uncertain);
    }
  };
  std::vector<Row> rows;
  Time notRecorded = 0;  // of the range, as far as it is drawn so
  Time idle = 0;  // as far as switches to the idle thread and away from it say so. What is left may have been idle
  Time idleWithInterrupts = 0;  // the same with the interrupts amid it
  // Where the rows are, until finish(): by whether it is an interrupt, the thread, and the name where that is not
  // known.
  std::map<std::tuple<bool, int64_t, NameId>, size_t> places;

  Time sum() const;
  // Adds further rows, perhaps of another worker, whose numbers are not to be trusted. Their names are ours.
  void merge(const std::vector<Row>& theirs);
  // Puts what took the longest first.
  void finish(const NameTable& names);
};

// Collects it from the records of one stream, from a chunk that begins before the range.
class CpuWorkCollector {
 public:
  // `tracks` and `names` must outlive this; the track of the scope is one of them.
  CpuWorkCollector(const CpuWorkScope& scope, const TrackTable& tracks, const NameTable& names)
      : scope_(scope), tracks_(tracks), names_(names), lane_(scope.track, scope.begin) {}

  // Begins a stream with what was open on the track before its first record.
  void start(const LaneState& state);
  // Takes the next record of the stream; those of other tracks are left out. `describe` returns the record's
  // description, and is called for switches alone.
  using Describe = std::function<const EventRow&()>;
  void add(const Record& record, const Describe& describe);
  // Ends the stream, which has records up to a time, or the range.
  void finish(Time reaches);

  const std::vector<CpuWork::Row>& rows() const { return work_.rows; }
  Time notRecorded() const { return work_.notRecorded; }
  Time idle() const { return work_.idle; }
  Time idleWithInterrupts() const { return work_.idleWithInterrupts; }

 private:
  // What is open at depth 0.
  struct Turn {
    int64_t tid = -1;
    std::vector<int32_t> priorities;
  };
  Time clamp(Time time) const { return std::clamp(time, scope_.begin, scope_.end); }
  void begins(const Record& record, const EventRow& row);
  void closed(const ClosedSlice& slice, int64_t id, Time until, bool seen);
  void followIdle(const Record& record, const EventRow& row);

  const CpuWorkScope scope_;
  const TrackTable& tracks_;
  const NameTable& names_;
  CpuWork work_;
  SliceLane lane_;
  int64_t number_ = 0;             // of the next record: the ids of slices
  std::map<int64_t, Time> begun_;  // by id of an open slice: when it began, in the range or before
  Time now_ = kNotWoken;
  Turn turn_;
  std::optional<Time> idleSince_;  // in the range: no record says yet that the idle thread ran until then
  Time interrupts_ = 0;            // since then
};

}  // namespace tp
