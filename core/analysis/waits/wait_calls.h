// In which call a thread was when it left its CPU: a system call, or a function of a program. It is that in which it
// waits, since a thread that does not run makes no calls.
#pragma once

#include <cstddef>
#include <deque>
#include <unordered_map>

#include "core/analysis/waits/thread_calls.h"
#include "core/trace/tracks.h"

namespace tp {

class WaitCalls {
 public:
  // `tracks` must outlive this; it may grow meanwhile.
  explicit WaitCalls(const TrackTable& tracks) : tracks_(tracks) {}

  // Adds the next records of a unit (a stream or a merge). Those of a unit come together, and in its order.
  void add(uint32_t unit, const RecordBatch& batch);
  // Returns the innermost call of a thread when it left its CPU at `begin`; kNoName if it was in none, or if that is
  // not known. To be asked in the order of time for each thread, of records that were added.
  NameId of(TrackId thread, Time begin);

 private:
  // Of a thread that nobody asks about; of others, a few are there at a time.
  static constexpr size_t kMaxLeft = 4096;

  struct Left {
    Time time = 0;
    NameId call = kNoName;
  };
  struct Lane {
    ThreadCalls calls;
    std::deque<Left> left;  // since the time that was asked for last
  };

  void addCall(const Record& record);
  static void leave(Lane& lane, Time time);

  const TrackTable& tracks_;
  uint32_t unit_ = ~uint32_t{0};
  std::unordered_map<TrackId, Lane> lanes_;  // by thread
};

}  // namespace tp
