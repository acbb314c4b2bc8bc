// Puts the records of a perf.data in the order of time. The file has what perf took from one buffer of the kernel after
// the other, and a mark (FINISHED_ROUND) whenever it had been through all of them: at a mark, everything is known up to
// the latest time before the mark before it. What is held back meanwhile are times and places of records, not their
// bytes.
// Source: tools/perf/Documentation/perf.data-file-format.txt (PERF_RECORD_FINISHED_ROUND) and
// tools/perf/util/ordered-events.c of Linux 6.1.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "core/io/wire.h"
#include "core/trace/trace_info.h"

namespace tp::perf {

class RoundOrder {
 public:
  struct Entry {
    Time time = 0;        // by which it is ordered: not before what was given out when it was found
    uint64_t offset = 0;  // in the file
    uint32_t round = 0;
    uint16_t tag = 0;    // as it was added
    bool timed = false;  // its own time is `time`
    bool before(const Entry& other) const { return time != other.time ? time < other.time : offset < other.offset; }
  };

  // Begins at the first record, at this offset.
  void start(uint64_t offset);
  // Adds the next record of the file. `timed`: it has a time. Those without are given out with the next ones. `tag` is
  // for the caller.
  void add(uint64_t offset, bool timed, Time time, uint16_t tag);
  // A round ends; the next one begins at `offset`.
  void endRound(uint64_t offset);
  // What was added so far is all there is: gives out everything. The next round begins at `offset`.
  void endAll(uint64_t offset);
  // Bytes since the round began.
  uint64_t roundBytes(uint64_t offset) const { return offset - rounds_.back().begin; }

  // Returns the next record that is to be given out; null if more have to be added before. Valid until take().
  const Entry* next() const { return at_ < ready_ ? &sorted_[at_] : nullptr; }
  void take();
  // Returns the record that will be given out so many records later; null if that is not known yet.
  const Entry* ahead(size_t records) const { return records < ready_ - at_ ? &sorted_[at_ + records] : nullptr; }
  // Where the file has to be read again from to go on, after layout() was read.
  uint64_t begin() const { return rounds_.front().begin; }
  bool empty() const { return at_ == sorted_.size() && added_.empty(); }

  // Saves how to go on from begin(): the records that were given out are left out then.
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    if constexpr (Wire::kReads) self.forget();
    auto& first = self.rounds_.front();
    wire(first.begin, first.floor, first.limit, first.latest, self.given_, self.givenOffset_);
    if constexpr (Wire::kReads) self.latest_ = first.latest;
  }

 private:
  static constexpr Time kNever = std::numeric_limits<Time>::min();
  struct Round {
    uint64_t begin = 0;    // offset of its first record
    Time floor = kNever;   // what was given out before it is not later
    Time limit = kNever;   // up to here is given out when it ends
    Time latest = kNever;  // of all records before it
    uint32_t left = 0;     // records of it that were not given out
  };

  void forget();
  void sortRuns(std::vector<Entry>& entries);
  void sortUpTo(Time limit);
  void beginRound(uint64_t offset, Time floor);
  void dropRounds();

  std::deque<Round> rounds_{Round{}};
  uint32_t firstRound_ = 0;  // number of rounds_.front()
  std::vector<Entry> sorted_, added_, merged_;
  std::vector<size_t> runs_;   // of added_: where those begin that are in order, and the end
  size_t at_ = 0, ready_ = 0;  // in sorted_: what is given out next, and the end of what can be
  Time latest_ = kNever;
  // The last one that was given out.
  Time given_ = kNever;
  uint64_t givenOffset_ = 0;
};

}  // namespace tp::perf
