// The key of a row in the order of the event table: by time, then by stream, then as it was recorded. A stream whose
// times go back keeps its order: the time of a key is no earlier than that of the row before it.
#pragma once

#include <cstdint>
#include <tuple>

#include "core/trace/trace_info.h"

namespace tp {

struct RowKey {
  Time time = 0;
  uint32_t stream = 0;    // index in TraceReader::streams()
  uint64_t position = 0;  // index among the rows of the stream

  auto tie() const { return std::tie(time, stream, position); }
  bool operator<(const RowKey& other) const { return tie() < other.tie(); }
  bool operator==(const RowKey& other) const { return tie() == other.tie(); }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.time, self.stream, self.position);
  }
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
