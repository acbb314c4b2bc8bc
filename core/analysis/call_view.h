// Other views of a call tree, as trees: a function's callers and callees over all stacks. Built in
// steps, so that a tree of millions of stacks holds nobody up.
#pragma once

#include <vector>

#include "core/analysis/call_tree.h"

namespace tp {

class CallView {
 public:
  enum class Kind : uint8_t {
    Callers,  // the function, and below it who called it
    Callees,  // the function, and below it what it calls
  };

  // `from` outlives the steps.
  CallView(const CallTree& from, Kind kind, NameId function);

  // Goes through so many nodes; false when all is done.
  bool step(uint32_t nodes);
  bool done() const { return at_ >= from_.nodes().size(); }
  float progress() const { return static_cast<float>(at_) / static_cast<float>(from_.nodes().size()); }
  const CallTree& tree() const { return tree_; }

 private:
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

}  // namespace tp
