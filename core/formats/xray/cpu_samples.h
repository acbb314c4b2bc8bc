// What the CPUs' tracks need of one thread: where it was seen running instrumented code, and when it was last seen
// there. Few records: one where it appears on a CPU, one where it leaves, and one after each pause, in which somebody
// else may have run.
#pragma once

#include "core/decode/event_row.h"
#include "core/decode/record.h"
#include "core/formats/xray/log_header.h"

namespace tp::xray {

enum class Sighting : uint16_t { Left, Seen };  // Record::depth; Record::value is the CPU, Record::track the thread's

class CpuSamples {
 public:
  CpuSamples(const LogHeader& header, TrackId thread);

  // No more records come of one.
  static constexpr uint32_t kMax = 2;

  // `outside`: of all calls, before this record.
  void see(uint64_t tsc, int32_t cpu, uint64_t offset, bool outside, RecordBatch& out) {
    if (cpu != state_.cpu || tsc - state_.last >= pause_) moved(tsc, cpu, outside, out);
    went(tsc, offset);
  }
  void finish(RecordBatch& out);

  // For loops over records of one CPU, of which those are not told of that follow each other faster than this: went()
  // has the last one. 0: the next one is see()'s, whenever it comes. `tsc`: where the clock stands.
  uint64_t pauseAfter(uint64_t tsc, int32_t cpu) const { return cpu == state_.cpu && tsc == state_.last ? pause_ : 0; }
  void went(uint64_t tsc, uint64_t offset) {
    state_.last = tsc;
    state_.offset = offset;
  }

  struct State {
    uint64_t last = 0;
    uint64_t offset = 0;
    int32_t cpu = -1;
    uint32_t unused = 0;
  };
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

 private:
  void moved(uint64_t tsc, int32_t cpu, bool outside, RecordBatch& out);
  void push(Sighting sighting, uint64_t tsc, RecordBatch& out) const;

  uint64_t pause_;
  TrackId thread_;
  State state_;
};

// The words of one, as far as the event that comes of it needs any.
void describeSighting(const Record& record, const TrackTable& tracks, EventRow& row);

}  // namespace tp::xray
