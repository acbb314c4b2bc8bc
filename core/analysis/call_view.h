// Other views of a call tree, as trees: bottom-up, and a function's callers and callees over all stacks. Built in
// steps, so that a tree of millions of stacks holds nobody up.
#pragma once

#include <vector>

#include "core/analysis/call_tree.h"

namespace tp {

class CallView {
 public:
  enum class Kind : uint8_t {
    BottomUp,  // functions by self time; below each, who called it
    Callers,   // the function, and below it who called it
    Callees,   // the function, and below it what it calls
  };

  // `from` outlives the steps.
  CallView(const CallTree& from, Kind kind, NameId function);

  // Goes through so many nodes; false when all is done.
  bool step(uint32_t nodes);
  bool done() const { return at_ >= from_.nodes().size(); }
  float progress() const { return static_cast<float>(at_) / static_cast<float>(from_.nodes().size()); }
  const CallTree& tree() const { return tree_; }

 private:
  void addChain(uint32_t node, int64_t time);
  void bottomUp(uint32_t node);
  void callers(uint32_t node);
  void callees(uint32_t node);

  const CallTree& from_;
  Kind kind_;
  NameId function_;
  CallTree tree_;
  // Of nodes gone through, for those within a call of the function: Callees: the node here; Callers: 1. 0: not within.
  std::vector<uint32_t> within_;
  uint32_t at_ = 1;
};

// The time of all calls of functions that match, those within others that match left out.
template <class Matches>
int64_t timeOf(const CallTree& tree, Matches&& matches) {
  const std::vector<CallNode>& nodes = tree.nodes();
  std::vector<uint8_t> covered(nodes.size(), 0);
  int64_t sum = 0;
  for (size_t i = 1; i < nodes.size(); ++i) {
    covered[i] = covered[nodes[i].parent];
    if (covered[i] != 0 || !matches(nodes[i].name)) continue;
    covered[i] = 1;
    sum += nodes[i].total;
  }
  return sum;
}

}  // namespace tp
