// SliceDurations computes how long the slice that a record ends has lasted, for code that reads records one by one.
#pragma once

#include <map>
#include <utility>

#include "core/analysis/filter.h"
#include "core/decode/record.h"
#include "core/index/call_stack.h"

namespace tp {

class SliceDurations {
 public:
  SliceDurations() = default;
  SliceDurations(const SliceDurations&) = delete;
  SliceDurations& operator=(const SliceDurations&) = delete;

  // Takes all records of a stream in their order. Returns the duration in clock units, or Filter::kNoDuration if the
  // record ends nothing, or nothing whose duration is known.
  Time add(size_t stream, const Record& record) {
    Time duration = Filter::kNoDuration;
    if (record.kind == RecordKind::Slice && record.lacksBegin()) return duration;
    if (record.kind == RecordKind::Slice) return record.time > record.begun() ? record.time - record.begun() : 0;
    const bool breaks = record.kind == RecordKind::Cut || record.kind == RecordKind::Lost;
    if (record.kind != RecordKind::Begin && record.kind != RecordKind::End && !breaks) return duration;
    // Records of the same track come in runs.
    if (last_ == stacks_.end() || last_->first != std::pair{stream, record.track})
      last_ = stacks_.try_emplace({stream, record.track}, record.time).first;
    CallStack& stack = last_->second;
    auto closed = [&](const ClosedSlice& slice) {
      if (record.kind == RecordKind::End && slice.depth == record.depth && (slice.flags & kMarkNoDuration) == 0)
        duration = std::max<Time>(0, slice.end - slice.begin);
    };
    if (record.kind == RecordKind::Begin) {
      stack.begin(record.time, record.depth, record.name, closed);
    } else if (record.kind == RecordKind::Lost) {
      stack.breakOpen(record.time);
    } else if (record.kind == RecordKind::Cut) {
      stack.cut(record.time, record.depth, closed);
    } else {
      stack.end(record.time, record.depth, record.name, closed);
    }
    return duration;
  }

 private:
  using Stacks = std::map<std::pair<size_t, TrackId>, CallStack>;
  Stacks stacks_;
  Stacks::iterator last_ = stacks_.end();
};

}  // namespace tp
