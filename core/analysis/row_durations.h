// How long what a row ends has lasted, for whoever goes through the rows of all streams in one order: the slices of its
// stream, those that are made of all streams together, as the timeline draws them, and the states of threads.
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

// Whether it takes records of several streams to tell how long something lasted.
bool lastsAcrossStreams(const TraceReader& reader);

class RowDurations {
 public:
  RowDurations();
  ~RowDurations();

  // Of the record that `merge` stands at: every one of its records, in their order. Nothing where it ends nothing, or
  // nothing that is known to have begun.
  Filter::Lasted add(const EventMerge& merge);

 private:
  using Key = std::tuple<uint32_t, uint8_t, uint64_t, uint64_t>;
  struct Begun {
    Time time = 0;
    size_t stream = 0;
  };
  class Merged;
  // Of hostile traces, in which nothing ends.
  static constexpr size_t kMaxOpen = size_t{1} << 20;

  Time ofSpan(const SpanMark& mark, size_t stream, Time time);
  Time ofOwnSlices(const EventMerge& merge, Time& running);
  bool lostSince(size_t stream, Time time) const { return stream < lost_.size() && lost_[stream] > time; }

  SliceDurations slices_;
  std::map<Key, Begun> open_;
  std::vector<Time> lost_;           // by stream: up to when records were lost
  std::vector<uint64_t> positions_;  // by stream: how many rows came before
  Time now_;
  bool begun_ = false;
  std::vector<std::unique_ptr<Merged>> merged_;
};

}  // namespace tp
