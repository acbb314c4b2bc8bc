// The records of one thread that CpuMerger needs: where the thread was seen running instrumented code, and when it was
// last seen there. They are few: one when it appears on a CPU, one when it leaves, and one after each pause in which
// another thread may have run.
#pragma once

#include "core/decode/event_row.h"
#include "core/decode/record.h"
#include "core/formats/xray/log_header.h"

namespace tp::xray {

// Stored in Record::depth; Record::value is the CPU, Record::track the track of the thread.
enum class Sighting : uint16_t { Left, Seen };

class CpuSamples {
 public:
  CpuSamples(const LogHeader& header, TrackId thread);

  // see() appends at most this many records.
  static constexpr uint32_t kMax = 2;

  // Takes a record of the thread at `tsc` on `cpu`. `offset` is its file offset. `outside` is true if no call was open
  // before it.
  void see(uint64_t tsc, int32_t cpu, uint64_t offset, bool outside, RecordBatch& out) {
    if (cpu != state_.cpu || tsc - state_.last >= pause_) moved(tsc, cpu, outside, out);
    went(tsc, offset);
  }
  // Appends at most one record: the thread has left.
  void finish(RecordBatch& out);

  // For loops over records of one CPU: records that follow each other in less than the returned number of TSC units
  // need no see(), only a went() with the last of them. Returns 0 if the next record needs see() in any case. `tsc` is
  // that of the last record.
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
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.state_);
  }

 private:
  void moved(uint64_t tsc, int32_t cpu, bool outside, RecordBatch& out);
  void push(Sighting sighting, uint64_t tsc, RecordBatch& out) const;

  uint64_t pause_;
  TrackId thread_;
  State state_;
};

// Fills `row` for such a record, as far as the records derived from it need.
void describeSighting(const Record& record, const TrackTable& tracks, EventRow& row);

}  // namespace tp::xray
