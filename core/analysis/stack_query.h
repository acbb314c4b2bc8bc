// Which stacks to count, and how: what a worker counts as one box of a flame graph.
#pragma once

#include <string_view>
#include <vector>

#include "core/analysis/call_profile.h"
#include "core/analysis/call_shape.h"

namespace tp {

struct StackQuery {
  CallScope scope;                // which calls to count
  CallShape shape;                // what a box is, and weighs
  NameId leaf = kNoName;          // inverted: of this function only
  std::vector<NameId> root = {};  // only what is below this box, outermost first; by thread, the first is a TrackId
  uint32_t levels = 1;            // levels below the root that are kept whole, however little their boxes weigh
  bool functions = false;         // of what stacks gain, functions are summed up, and no stacks are told apart

  bool operator==(const StackQuery&) const = default;
};

// Returns a hash that is the same in every worker, unlike ids of names. Its bits are evenly distributed. It is not 0.
uint64_t wordOf(std::string_view name);
uint64_t wordOf(const TrackKey& thread);

// The query as it is sent to workers: with hashes in place of ids.
struct StackSpec {
  CallScope scope;
  CallShape shape;               // its own focus is not used
  uint64_t focus = 0, leaf = 0;  // 0: none
  std::vector<uint64_t> root;
  uint32_t levels = 1;
  bool functions = false;

  // The ids in `query` are those of `names` and `tracks`.
  static StackSpec of(const StackQuery& query, const NameTable& names, const TrackTable& tracks);

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.scope, atMost(self.shape.weight, CallWeight::Calls), self.shape.collapseRecursion, self.shape.inverted);
    wire(self.focus, self.leaf, self.root, self.levels, self.functions);
    if constexpr (Wire::kReads) self.shape.byThread = self.scope.byThread;
  }
};

}  // namespace tp
