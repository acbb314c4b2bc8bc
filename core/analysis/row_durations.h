// RowDurations computes how long what a row ends has lasted, for code that reads the rows of all streams in one order.
// It covers the slices of the row's stream, the slices that merges make from all streams, as the timeline draws them,
// and the states of threads.
#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/analysis/event_merge.h"
#include "core/analysis/filter.h"
#include "core/analysis/slice_durations.h"

namespace tp {

// Returns whether durations depend on the records of several streams.
bool lastsAcrossStreams(const TraceReader& reader);

class RowDurations {
 public:
  RowDurations();
  ~RowDurations();

  // Returns what the record that `merge` stands at has ended. Must be called for each of its records, in order. The
  // result is unknown if the record ends nothing, or nothing whose beginning is known.
  Filter::Lasted add(const EventMerge& merge);

 private:
  using Key = std::tuple<uint32_t, uint8_t, uint64_t, uint64_t>;
  struct Begun {
    Time time = 0;
    size_t stream = 0;
  };
  class Merged;
  // Bounds the open spans of hostile traces, in which nothing ends.
  static constexpr size_t kMaxOpen = size_t{1} << 20;

  Time ofSpan(const SpanMark& mark, size_t stream, Time time);
  Time ofOwnSlices(const EventMerge& merge, Time& running);
  bool lostSince(size_t stream, Time time) const { return stream < lost_.size() && lost_[stream] > time; }

  SliceDurations slices_;
  std::map<Key, Begun> open_;
  std::vector<Time> lost_;           // by stream: the time until which records were lost
  std::vector<uint64_t> positions_;  // by stream: number of rows so far
  Time now_;
  bool begun_ = false;
  std::vector<std::unique_ptr<Merged>> merged_;
};

}  // namespace tp
