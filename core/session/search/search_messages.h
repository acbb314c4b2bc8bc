// What a worker is asked to search for, and what it answers.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/row_test.h"

namespace tp {

struct SearchRequest {
  RowQuery query;
  uint64_t most = 0;  // rows that the worker keeps
  uint32_t worker = 0;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.query, self.most, self.worker);
  }
};

// Hits of one stream.
struct FoundRows {
  uint32_t stream = 0;
  std::vector<Time> times;
  std::vector<uint32_t> positions;
  std::vector<Time> durations;  // of the call, or of what the row ends; empty if the test does not look at them

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.stream, self.times, self.positions, self.durations);
  }
};

// A part of the answer.
struct SearchAnswer {
  uint64_t count = 0;  // hits of the worker so far, kept or not
  bool cut = false;    // there are more than it keeps: it has sent all before `cutAt`
  Time cutAt = 0;
  std::vector<uint8_t> met;  // Filter::met(), in the last part
  std::vector<FoundRows> found;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.count, self.cut, self.cutAt, self.met, self.found);
  }
};

}  // namespace tp
