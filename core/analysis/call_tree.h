// The tree of distinct call stacks: one node for all calls that were made by the same chain of callers. Its size
// follows the distinct stacks, not the calls.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/growing_array.h"
#include "core/trace/sums.h"
#include "core/io/wire.h"
#include "core/trace/names.h"
#include "core/trace/trace_info.h"

namespace tp {

struct CallNode {
  uint32_t parent = 0;        // a smaller position; of the root: itself
  NameId name = kNoName;      // of the function. In a tree by thread, the nodes below the root are threads: a TrackId
  uint32_t child = 0;         // the first of the calls that it makes, 0: none; in no order to rely on
  uint32_t sibling = 0;       // the next that its parent calls, 0: none
  uint64_t count : 40 = 0;    // calls
  uint64_t callees : 24 = 0;  // the tree's own use: which names those that it calls may have
  int64_t total = 0;          // their durations, summed
  Time first = 0;             // when the first of them began
};
static_assert(sizeof(CallNode) == 40);

class CallTree {
 public:
  static constexpr uint32_t kRoot = 0;
  // Where a stack that was pruned is now.
  static constexpr uint32_t kNone = ~uint32_t{0};

  // `sampleTime`: where not 1, how many whole spans of it are in each call is summed as well.
  explicit CallTree(int64_t sampleTime = 1) : sampleTime_(sampleTime), samples_(sampleTime == 1 ? 0 : 1) {
    nodes_.push({});
  }

  // Keeps so many of the stacks that took the most time, the outermost calls, and those in `open` with their callers.
  // The time of the others stays their callers'. Says where each node is then.
  std::vector<uint32_t> prune(size_t nodes, const std::vector<uint32_t>& open);
  // Calls whose stacks were pruned, or not told apart because of it.
  uint64_t leftOut() const { return leftOut_; }
  // How often prune() was called: nodes that were known before have moved since.
  uint32_t prunings() const { return prunings_; }
  // Whether what `caller` calls, `since` nanoseconds after it began to be called, would be among what pruning drops: of
  // callers that have taken less time than the least that was kept.
  bool tooSmall(uint32_t caller, int64_t since) const {
    return least_ > 0 && (caller == kNone || nodes_[caller].total + since < least_);
  }

  // By position; parents come before their children.
  std::span<const CallNode> nodes() const { return nodes_.all(); }
  bool empty() const { return nodes_.size() == 1; }

  // The node of `name` called from `parent`, made where there is none yet: without calls.
  // kNone below kNone.
  uint32_t child(uint32_t parent, NameId name, Time first) {
    if (parent == kNone) return kNone;
    // Most stacks are told to be new by what lies at hand already: their caller.
    const bool known = (nodes_[parent].callees & bitOf(name)) != 0;
    return known ? found(parent, name, first) : make(parent, name, first);
  }
  // The same, of a name that `parent` is known not to call yet; it becomes the first of its siblings.
  uint32_t make(uint32_t parent, NameId name, Time first);
  void count(uint32_t node, int64_t duration, Time begin) {
    if (node == kNone) {
      ++leftOut_;
      return;
    }
    CallNode& at = nodes_[node];
    ++at.count;
    at.total = plus(at.total, duration);
    if (begin < at.first) at.first = begin;
    if (sampleTime_ != 1) samples_[node] = plus(samples_[node], duration / sampleTime_);
  }

  // Calls that were counted elsewhere.
  void add(uint32_t node, uint64_t count, int64_t total, Time begin) {
    CallNode& at = nodes_[node];
    at.count += count;
    at.total = plus(at.total, total);
    if (begin < at.first) at.first = begin;
  }
  // The same, with the whole spans of the sample time that were in each of them.
  void add(uint32_t node, uint64_t count, int64_t total, Time begin, int64_t samples) {
    add(node, count, total, begin);
    if (sampleTime_ != 1) samples_[node] = plus(samples_[node], samples);
  }

  // Time that is not the callees', in spans of the sample time. As `uftrace dump --flame-graph` counts: a stack has the
  // whole spans in the sum of its calls, less those in each single call that it made.
  int64_t self(uint32_t node) const;
  int64_t sampleTime() const { return sampleTime_; }
  // Those that have been called, or have callees that were, in the order of their first calls; appended.
  void children(uint32_t node, std::vector<uint32_t>& out) const;
  // The same, where whoever merged the tree did so in no particular order: of those that were first called at the same
  // moment, the ones of the lesser text come first. `textOf`: of a node.
  template <class TextOf>
  void children(uint32_t node, std::vector<uint32_t>& out, TextOf&& textOf) const {
    auto at = out.size();
    children(node, out);
    for (auto end = at; at < out.size(); at = end) {
      while (end < out.size() && nodes_[out[end]].first == nodes_[out[at]].first) ++end;
      if (end - at == 1) continue;
      std::sort(out.begin() + static_cast<std::ptrdiff_t>(at), out.begin() + static_cast<std::ptrdiff_t>(end),
                [&](uint32_t a, uint32_t b) { return textOf(a) < textOf(b); });
    }
  }

  void write(WireWriter& out) const;
  // Adds what write() wrote elsewhere, where names are numbered otherwise: `rename(name, parent)`, with the parent as
  // it was there. Says where each node is then.
  template <class Rename>
  std::vector<uint32_t> merge(WireReader& in, Rename&& rename);

 private:
  // So many children are looked through; where there are more, all are found by hash.
  static constexpr uint32_t kWalk = 4;
  // Of CallNode::callees: what it calls is found by hash. The other bits are those of names.
  static constexpr uint32_t kHashed = 1u << 23;
  static uint32_t bitOf(NameId name) { return 1u << name % 23; }

  struct Slot {
    uint64_t key = 0;
    uint32_t node = kRoot;  // kRoot: empty, as the root is nobody's child
  };

  uint32_t found(uint32_t parent, NameId name, Time first);
  void hash(uint32_t node);
  void hashChildren(uint32_t parent);
  Slot& slotOf(uint64_t key);

  int64_t sampleTime_;
  uint64_t leftOut_ = 0;
  uint32_t prunings_ = 0;
  int64_t least_ = 0;  // time of the stacks that the last pruning kept; 0: there was none
  GrowingArray<CallNode> nodes_;
  std::vector<int64_t> samples_;  // by node; empty where the sample time is 1
  std::vector<Slot> slots_;
  uint32_t hashed_ = 0;
};

template <class Rename>
std::vector<uint32_t> CallTree::merge(WireReader& in, Rename&& rename) {
  std::vector<CallNode> nodes;
  std::vector<int64_t> samples;
  leftOut_ += in.get<uint64_t>();
  in.getArray(nodes);
  in.getArray(samples);
  std::vector<uint32_t> ours(nodes.size(), kRoot);
  for (uint32_t i = 1; i < nodes.size(); ++i) {
    const CallNode& from = nodes[i];
    if (from.parent >= i) continue;
    ours[i] = child(ours[from.parent], rename(from.name, from.parent), from.first);
    CallNode& to = nodes_[ours[i]];
    to.count += from.count;
    to.total = plus(to.total, from.total);
    if (from.first < to.first) to.first = from.first;
    if (!samples_.empty() && i < samples.size()) samples_[ours[i]] = plus(samples_[ours[i]], samples[i]);
  }
  return ours;
}

}  // namespace tp
