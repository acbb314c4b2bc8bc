// CallEdges counts how often each function called each other one. There are few of these pairs, however many calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/names.h"
#include "core/trace/sums.h"

namespace tp {

struct CallEdge {
  NameId caller = kNoName;  // kNoName: none was recorded
  NameId callee = kNoName;
  uint64_t calls = 0;
  int64_t self = 0;  // of the callee in these calls, in clock units

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.caller, self.callee, self.calls, self.self);
  }
};

class CallEdges {
 public:
  // Of so many pairs, no more are counted: programs have fewer.
  static constexpr size_t kMost = size_t{1} << 19;

  // Counts a call, of which `self` is the own time.
  void add(NameId caller, NameId callee, int64_t self) { add({caller, callee, 1, self}); }
  void add(const CallEdge& more) {
    if (more.callee >= last_.size()) last_.resize(more.callee + size_t{1}, kNone);
    // Most functions are called by the same one again.
    uint32_t& at = last_[more.callee];
    if (at == kNone || edges_[at].caller != more.caller) {
      const uint32_t found = find(more.caller, more.callee);
      if (found == kNone) return;
      at = found;
    }
    CallEdge& edge = edges_[at];
    edge.calls += more.calls;
    edge.self = plus(edge.self, more.self);
  }

  // In no particular order.
  std::span<const CallEdge> all() const { return edges_; }
  // Whether no pair is missing.
  bool complete() const { return complete_; }
  // Adds what another worker has counted, of which all() and complete() were told.
  void merge(std::span<const CallEdge> theirs, bool complete);

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};

  // Returns the place of the pair, which it makes if there is none; kNone if there are too many.
  uint32_t find(NameId caller, NameId callee);
  size_t slotOf(NameId caller, NameId callee) const;
  void grow();

  std::vector<CallEdge> edges_;
  std::vector<uint32_t> last_;   // by callee: the pair that was counted last; kNone: none
  std::vector<uint32_t> slots_;  // places by hash, or behind; kNone: free
  bool complete_ = true;
};

}  // namespace tp
