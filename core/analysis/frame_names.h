// Which names in stacks that are weighed by states of threads are frames of recorded stacks, and which are calls.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/trace/names.h"

namespace tp {

// Both lists are sorted.
struct FrameNames {
  std::vector<NameId> frames;  // of the stacks with which threads left their CPUs
  std::vector<NameId> calls;   // of calls that were recorded; only filled if there are frames

  // Whether the name is known from recorded stacks only: no call of it was recorded, so that none can be listed.
  bool isFrameOnly(NameId name) const {
    return std::binary_search(frames.begin(), frames.end(), name) &&
           !std::binary_search(calls.begin(), calls.end(), name);
  }
  // Adds what another worker told, in any order.
  void add(const FrameNames& theirs) {
    join(frames, theirs.frames);
    join(calls, theirs.calls);
  }

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.frames, self.calls);
  }

 private:
  static void join(std::vector<NameId>& ours, std::vector<NameId> theirs) {
    if (theirs.empty()) return;
    std::sort(theirs.begin(), theirs.end());
    std::vector<NameId> both;
    std::set_union(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(both));
    both.erase(std::unique(both.begin(), both.end()), both.end());
    ours = std::move(both);
  }
};

}  // namespace tp
