// How long what a row ends has lasted, for whoever goes through the rows of all streams in one order: the slices of a
// stream, and what the streams of a trace make up together (SpanMark).
#pragma once

#include <map>
#include <tuple>

#include "core/analysis/event_merge.h"
#include "core/analysis/slice_durations.h"

namespace tp {

class RowDurations {
 public:
  // Of the record that `merge` stands at: every one of its records, in their order. Filter::kNoDuration where it ends
  // nothing, or nothing that is known to have begun.
  Time add(const EventMerge& merge) {
    const SpanMark mark = merge.span();
    if (mark.part == SpanMark::Part::None) return slices_.add(merge.stream(), merge.record());
    return of(mark, merge.record().time);
  }

 private:
  using Key = std::tuple<uint32_t, uint8_t, uint64_t, uint64_t>;
  // Of hostile traces, in which nothing ends.
  static constexpr size_t kMostOpen = size_t{1} << 20;

  Time of(const SpanMark& mark, Time time) {
    const Key key{mark.scope, mark.of, mark.a, mark.b};
    switch (mark.part) {
      case SpanMark::Part::Whole:
        return mark.duration;
      case SpanMark::Part::Begin:
        if (open_.size() < kMostOpen) open_.insert_or_assign(key, time);
        return Filter::kNoDuration;
      case SpanMark::Part::End: {
        auto begun = open_.find(key);
        if (begun == open_.end()) return Filter::kNoDuration;
        const Time duration = time > begun->second ? time - begun->second : 0;
        open_.erase(begun);
        return duration;
      }
      case SpanMark::Part::Broken:
        open_.erase(open_.lower_bound(Key{mark.scope, 0, 0, 0}), open_.upper_bound(Key{mark.scope, 255, ~0ull, ~0ull}));
        return Filter::kNoDuration;
      case SpanMark::Part::None:
        break;
    }
    return Filter::kNoDuration;
  }

  SliceDurations slices_;
  std::map<Key, Time> open_;
};

}  // namespace tp
