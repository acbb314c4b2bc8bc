// In which call of a program its threads were while a kernel says that they had no CPU. The two are recorded by
// different traces that lie on one axis (core/joint).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/analysis/waits/packed_lane.h"
#include "core/analysis/waits/thread_calls.h"
#include "core/trace/tracks.h"

namespace tp {

// The waits of a kernel's thread: from when it left its CPU to when it got one again.
struct UserWaits {
  uint32_t pair = 0;          // of threads, as who asks counts them
  TrackId thread = kNoTrack;  // the same thread, of the program's trace
  PackedLane waits;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.pair, self.thread, self.waits);
  }
};

// What the calls of a unit (a stream) say of such waits. A wait is left out if it was in no call, or if that is not
// known.
struct UserCalls {
  // A call began or ended within the wait. A thread that does not run makes no calls, so that the clocks do not agree,
  // or the threads are not the same.
  static constexpr uint32_t kContradicts = 0;

  uint32_t pair = 0;
  PackedLane calls;  // kContradicts, or a position in `names`, plus one
  std::vector<NameId> names;

  NameId nameOf(uint32_t code) const { return code > 0 && code <= names.size() ? names[code - 1] : kNoName; }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.pair, self.calls, self.names);
  }
};

// Finds the innermost call of each wait.
class UserCallFinder {
 public:
  explicit UserCallFinder(std::vector<UserWaits> asked);

  bool asksFor(TrackId thread) const { return byThread_.contains(thread); }
  // Adds the next records of a unit, of which all follow one another in its order.
  void add(const RecordBatch& batch);
  // Ends the unit. Of waits behind the last record of a thread, nothing is known: who recorded may have stopped.
  void endUnit();
  // Returns what all units told.
  std::vector<UserCalls> take() { return std::move(told_); }

 private:
  struct Asked {
    explicit Asked(const UserWaits& of) : waits(of.waits) { told.pair = of.pair; }
    LaneItems waits;
    UserCalls told;
    std::unordered_map<NameId, uint32_t> codes;
  };
  struct Lane {
    ThreadCalls calls;
    std::vector<Asked> asked;
  };

  Lane& laneOf(TrackId thread);
  static void settle(Lane& lane, const Record& record);

  std::vector<UserWaits> asked_;
  std::unordered_map<TrackId, std::vector<size_t>> byThread_;  // positions in `asked_`
  std::unordered_map<TrackId, Lane> lanes_;                    // of the unit
  std::vector<UserCalls> told_;
};

}  // namespace tp
