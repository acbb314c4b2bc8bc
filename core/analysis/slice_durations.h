// How long what a record ends has lasted, for whoever reads records one by one.
#pragma once

#include <map>
#include <utility>

#include "core/analysis/filter.h"
#include "core/index/call_stack.h"
#include "core/index/record.h"

namespace tp {

class SliceDurations {
 public:
  // All records of a stream in their order. Filter::kNoDuration where the record ends nothing, or nothing that began.
  Time add(size_t stream, const Record& record) {
    Time duration = Filter::kNoDuration;
    if (record.kind == RecordKind::Slice) return record.time > record.value ? record.time - record.value : 0;
    if (record.kind != RecordKind::Begin && record.kind != RecordKind::End) return duration;
    CallStack& stack = stacks_.try_emplace({stream, record.track}, record.time).first->second;
    auto closed = [&](const ClosedSlice& slice) {
      if (record.kind == RecordKind::End && slice.depth == record.depth && (slice.flags & kMarkNoBegin) == 0)
        duration = std::max<Time>(0, slice.end - slice.begin);
    };
    if (record.kind == RecordKind::Begin) {
      stack.begin(record.time, record.depth, record.name, closed);
    } else {
      stack.end(record.time, record.depth, record.name, closed);
    }
    return duration;
  }

 private:
  std::map<std::pair<size_t, TrackId>, CallStack> stacks_;
};

}  // namespace tp
