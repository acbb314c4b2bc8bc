// What is known of a trace only because it was decoded, besides names and tracks, as a value.
#pragma once

#include <vector>

#include "core/io/table_number.h"

namespace tp {

// Of one of the readers that a TraceReader consists of; see TraceReader::decoded().
struct DecodedFacts {
  std::vector<NameId> systemCalls;  // names of slices that are system calls
  bool switchStacks = false;        // switches have stacks

  void add(const DecodedFacts& other) {
    systemCalls.insert(systemCalls.end(), other.systemCalls.begin(), other.systemCalls.end());
    switchStacks = switchStacks || other.switchStacks;
  }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.systemCalls, self.switchStacks);
  }
};

}  // namespace tp
