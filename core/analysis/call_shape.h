// ShapedCalls transforms a call tree for display: by another weight, for one function only, without recursion,
// inverted. It works in steps, so that a tree of millions of stacks blocks no frame.
#pragma once

#include <vector>

#include "core/analysis/call_tree.h"

namespace tp {

// What the `total` of a shaped tree's nodes sums up.
enum class CallWeight : uint8_t {
  Total,  // time with callees; if inverted, without that of recursive calls
  Self,   // time without callees; a stack has its own and that of its callees
  Calls,
};

struct CallShape {
  CallWeight weight = CallWeight::Total;
  NameId focus = kNoName;          // only calls of this function, whoever called it; kNoName: all
  bool collapseRecursion = false;  // a call within a call of the same function is merged into it
  bool inverted = false;           // functions, and below each its callers
  bool byThread = false;           // the first level of the tree is threads, and stays so

  // Returns whether the tree can be shown as it is.
  bool plain() const { return weight != CallWeight::Calls && focus == kNoName && !collapseRecursion && !inverted; }
  bool operator==(const CallShape&) const = default;
};

class ShapedCalls {
 public:
  // For inverted trees: of deep stacks, they are many times the size of the original.
  static constexpr size_t kMaxNodes = size_t{1} << 19;

  // `from` must outlive this. An inverted tree that has more than `mostNodes` nodes is pruned to half of that; 0:
  // never.
  ShapedCalls(const CallTree& from, const CallShape& shape, size_t mostNodes);

  // Processes about `nodes` nodes. Returns false when all is done.
  bool step(uint32_t nodes);
  bool done() const { return stage_ == Stage::Done; }
  // Returns a value from 0 to 1.
  float progress() const;

  // Returns the result as far as it is computed.
  const CallTree& tree() const { return inverting() ? inverted_ : upright_; }
  // The tree before inversion, which is the base for shares. It is complete once upright() returns true.
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
  // Returns the nearest node of `function` from `node` upwards, itself included, or kRoot if there is none.
  uint32_t callerOf(const CallTree& tree, uint32_t node, NameId function) const;

  const CallTree& from_;
  CallShape shape_;
  size_t most_;
  CallTree upright_;
  CallTree inverted_;
  std::vector<uint32_t> to_;  // by node of `from_`: its node in `upright_`, or CallTree::kNone
  Stage stage_ = Stage::Map;
  uint32_t at_ = 1;
};

// The weight and number of the nodes whose names match, in a tree that is not inverted. The time of a match within
// another match counts once. `byThread`: the nodes below the root are threads, which do not match.
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

// Returns the sum of the totals of all outermost nodes.
int64_t wholeOf(const CallTree& tree);

}  // namespace tp
