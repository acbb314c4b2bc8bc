// The order of the event table: by time, on equal times by stream, within a stream as it was recorded. A stream whose
// times go back keeps its order: a row counts as no earlier than the row before it.
#pragma once

#include <cstdint>
#include <tuple>

#include "core/trace/trace_info.h"

namespace tp {

struct RowKey {
  Time time = 0;
  uint32_t stream = 0;    // position in TraceReader::streams()
  uint64_t position = 0;  // among the rows of the stream

  auto tie() const { return std::tie(time, stream, position); }
  bool operator<(const RowKey& other) const { return tie() < other.tie(); }
  bool operator==(const RowKey& other) const { return tie() == other.tie(); }
};

// A row without its time.
struct RowRef {
  uint32_t stream = 0;
  uint32_t position = 0;

  bool operator<(const RowRef& other) const {
    return std::tie(stream, position) < std::tie(other.stream, other.position);
  }
};

}  // namespace tp
