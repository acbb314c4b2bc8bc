// The tree of distinct call stacks: one node for all calls that were made by the same chain of callers. Its size
// follows the distinct stacks, not the calls.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/trace/names.h"
#include "core/trace/trace_info.h"

namespace tp {

struct CallNode {
  uint32_t parent = 0;    // a smaller position; of the root: itself
  NameId name = kNoName;  // of the function. In a tree by thread, the nodes below the root are threads: a TrackId
  uint64_t count = 0;     // calls
  int64_t total = 0;      // their durations, summed
  int64_t samples = 0;    // the whole spans of CallScope::sampleTime in each of them, summed
  Time first = 0;         // when the first of them began
};
static_assert(sizeof(CallNode) == 40);

class CallTree {
 public:
  static constexpr uint32_t kRoot = 0;

  CallTree();

  // By position; parents come before their children.
  const std::vector<CallNode>& nodes() const { return nodes_; }
  bool empty() const { return nodes_.size() == 1; }

  // The node of `name` called from `parent`, made where there is none yet: without calls.
  uint32_t child(uint32_t parent, NameId name, Time first) {
    uint64_t key = static_cast<uint64_t>(parent) << 32 | name;
    for (size_t at = hash(key);; ++at) {
      const Slot& slot = slots_[at & mask_];
      if (slot.key == key && slot.node != kRoot) return slot.node;
      if (slot.node == kRoot) return make(parent, name, first);
    }
  }
  void count(uint32_t node, int64_t duration, int64_t samples, Time begin) {
    CallNode& at = nodes_[node];
    ++at.count;
    at.total += duration;
    at.samples += samples;
    if (begin < at.first) at.first = begin;
  }

  // Adds the calls of another tree, whose names may be numbered otherwise: `rename(name, parent)` with the parent as the
  // other tree has it. Nodes that are not after their parents are left out.
  void merge(const std::vector<CallNode>& nodes, const std::function<NameId(NameId name, uint32_t parent)>& rename);

 private:
  struct Slot {
    uint64_t key = 0;
    uint32_t node = kRoot;  // kRoot: empty, as the root is nobody's child
  };

  static size_t hash(uint64_t key) {
    key *= 0x9e3779b97f4a7c15u;
    return static_cast<size_t>(key >> 32 ^ key >> 15);
  }
  uint32_t make(uint32_t parent, NameId name, Time first);
  void insert(uint64_t key, uint32_t node);

  std::vector<CallNode> nodes_;
  std::vector<Slot> slots_;
  size_t mask_;
};

// Who calls whom, downwards: the children of node n are nodes[begin[n]] up to nodes[begin[n + 1]], in the order of their
// first calls. Stacks without any calls are left out.
struct CallChildren {
  std::vector<uint32_t> begin;
  std::vector<uint32_t> nodes;

  size_t countOf(uint32_t node) const { return begin[node + 1] - begin[node]; }
  const uint32_t* of(uint32_t node) const { return nodes.data() + begin[node]; }
};
CallChildren childrenOf(const std::vector<CallNode>& nodes);

// Time of each node that is not its children's, in spans of `sampleTime`. As `uftrace dump --flame-graph` counts: a stack
// has the whole spans in the sum of its calls, less those in each single call that it made.
std::vector<int64_t> selfTimes(const std::vector<CallNode>& nodes, int64_t sampleTime = 1);

}  // namespace tp
