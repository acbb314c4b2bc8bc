// A call tree as somebody wants to look at it: by another weight, of one function only, without recursion, upside down.
// Built in steps, so that a tree of millions of stacks holds nobody up.
#pragma once

#include <vector>

#include "core/analysis/call_tree.h"

namespace tp {

// What the `total` of a shaped tree's nodes sums up.
enum class CallWeight : uint8_t {
  Total,  // time with callees. Upside down: of each function, but not again of calls within a call of it
  Self,   // time that no callee accounts for; a stack has what it and its callees have of it
  Calls,
};

struct CallShape {
  CallWeight weight = CallWeight::Total;
  NameId focus = kNoName;          // of calls of this function only, whoever called it
  bool collapseRecursion = false;  // a call within a call of the same function is part of that one
  bool inverted = false;           // functions, and below each, who called it
  bool byThread = false;           // the first level of the tree is threads: it stays

  // The tree can be shown as it is.
  bool plain() const { return weight != CallWeight::Calls && focus == kNoName && !collapseRecursion && !inverted; }
  bool operator==(const CallShape&) const = default;
};

class ShapedCalls {
 public:
  // Upside down, a tree of deep stacks is many times its size.
  static constexpr size_t kMaxNodes = size_t{1} << 19;

  // `from` outlives this. `mostNodes`: what is built upside down is pruned where it has more; 0: never.
  ShapedCalls(const CallTree& from, const CallShape& shape, size_t mostNodes);

  // Goes through about so many nodes; false when all is done.
  bool step(uint32_t nodes);
  bool done() const { return stage_ == Stage::Done; }
  float progress() const;

  // What is there so far of the result.
  const CallTree& tree() const { return inverting() ? inverted_ : upright_; }
  // The same before it was turned upside down: what shares are of. Once upright() it is complete.
  bool upright() const { return stage_ >= Stage::Invert; }
  const CallTree& uprightTree() const { return upright_; }

 private:
  enum class Stage : uint8_t { Map, Sum, Invert, Done };

  bool inverting() const { return shape_.inverted && stage_ >= Stage::Invert; }
  uint32_t end() const;
  void map(uint32_t node);
  void sum(uint32_t node);
  void invert(uint32_t node);
  bool isThread(const CallTree& tree, uint32_t node) const {
    return shape_.byThread && tree.nodes()[node].parent == CallTree::kRoot;
  }
  // The nearest that calls `node` in `tree`, itself included, of that function; kRoot: none.
  uint32_t callerOf(const CallTree& tree, uint32_t node, NameId function) const;

  const CallTree& from_;
  CallShape shape_;
  size_t most_;
  CallTree upright_;
  CallTree inverted_;
  std::vector<uint32_t> to_;  // by node of `from_`: where it is now; CallTree::kNone: nowhere
  Stage stage_ = Stage::Map;
  uint32_t at_ = 1;
};

// Of all that matches in a tree that is not upside down: what it weighs, where a match lies within another not counted
// twice, and how many frames there are of it.
struct FoundCalls {
  int64_t weight = 0;
  uint64_t frames = 0;
};
template <class Matches>
FoundCalls findCalls(const CallTree& tree, CallWeight weight, bool byThread, Matches&& matches) {
  std::span<const CallNode> nodes = tree.nodes();
  std::vector<uint8_t> covered(nodes.size(), 0);
  FoundCalls found;
  for (uint32_t i = 1; i < nodes.size(); ++i) {
    covered[i] = covered[nodes[i].parent];
    if ((byThread && nodes[i].parent == CallTree::kRoot) || !matches(nodes[i].name)) continue;
    ++found.frames;
    if (weight != CallWeight::Total) found.weight = plus(found.weight, tree.self(i));
    if (weight == CallWeight::Total && covered[i] == 0) found.weight = plus(found.weight, nodes[i].total);
    covered[i] = 1;
  }
  return found;
}

// Of all stacks together.
int64_t wholeOf(const CallTree& tree);

}  // namespace tp
