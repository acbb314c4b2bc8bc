// The tree of distinct call stacks: one node for all calls that were made by the same chain of callers. Its size
// follows the distinct stacks, not the calls.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/growing_array.h"
#include "core/io/wire.h"
#include "core/trace/names.h"
#include "core/trace/sums.h"
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

// In the place of a callee: time that is not its caller's, of a call of which it is not known where it was made, or as
// what: it ended by an end without a beginning, or under another name. It is no call.
inline constexpr std::string_view kNotKnown = "[not known]";

class CallTree {
 public:
  static constexpr uint32_t kRoot = 0;
  // Of a stack that has no node.
  static constexpr uint32_t kNone = ~uint32_t{0};

  // `sampleTime`: where not 1, how many whole spans of it are in each call is summed as well.
  explicit CallTree(int64_t sampleTime = 1) : sampleTime_(sampleTime), samples_(sampleTime == 1 ? 0 : 1) {
    nodes_.push({});
  }

  // Keeps so many of the stacks that took the most time, and the outermost calls. The time of the others stays their
  // callers'.
  void prune(size_t nodes);
  // Calls whose stacks were pruned.
  uint64_t leftOut() const { return leftOut_; }
  // How often prune() was called: nodes that were known before have moved since.
  uint32_t prunings() const { return prunings_; }

  // Of the total of a node: what belongs to callees of it that are not told apart, and have no nodes.
  int64_t untold(uint32_t node) const { return node < untold_.size() ? untold_[node] : 0; }
  void addUntold(uint32_t node, int64_t total) {
    if (node >= untold_.size()) untold_.resize(nodes_.size());
    untold_[node] = plus(untold_[node], total);
  }
  // Of the calls of a node: of how many it is not known how long they took. In the total, they have what is known.
  uint64_t open(uint32_t node) const { return node < open_.size() ? open_[node] : 0; }
  void addOpen(uint32_t node, uint64_t calls) {
    if (node >= open_.size()) open_.resize(nodes_.size());
    open_[node] += calls;
  }
  // Whether all callees are told apart.
  bool complete() const { return untold_.empty(); }
  // Without the stacks that have less than `least`, but for the first `levels` below `from`, where that is not nothing,
  // and but for the callers of what stays: that is untold of their callers then.
  CallTree without(int64_t least, uint32_t from, uint32_t levels) const;

  // By position; parents come before their children.
  std::span<const CallNode> nodes() const { return nodes_.all(); }
  bool empty() const { return nodes_.size() == 1; }

  // The node of `name` called from `parent`, made where there is none yet: without calls.
  uint32_t child(uint32_t parent, NameId name, Time first) {
    // Most stacks are told to be new by what lies at hand already: their caller.
    const bool known = (nodes_[parent].callees & bitOf(name)) != 0;
    return known ? found(parent, name, first) : make(parent, name, first);
  }
  // Where it is; kNone: there is none.
  uint32_t find(uint32_t parent, NameId name) const {
    uint32_t at = nodes_[parent].child;
    while (at != kRoot && nodes_[at].name != name) at = nodes_[at].sibling;
    return at != kRoot ? at : kNone;
  }
  // As child(), of a name that `parent` is known not to call yet; it becomes the first of its siblings.
  uint32_t make(uint32_t parent, NameId name, Time first);
  void count(uint32_t node, int64_t duration, Time begin) {
    CallNode& at = nodes_[node];
    // One whose beginning was not recorded made the node, but is none of the calls.
    if (begin < at.first || at.count == 0) at.first = begin;
    ++at.count;
    at.total = plus(at.total, duration);
    if (sampleTime_ != 1) samples_[node] = plus(samples_[node], duration / sampleTime_);
  }

  // Calls that were counted elsewhere.
  void add(uint32_t node, uint64_t count, int64_t total, Time begin) {
    CallNode& at = nodes_[node];
    // Calls come before what is none, in whatever order they are added.
    const bool sooner = begin < at.first && (count > 0 || at.count == 0);
    if (sooner || (at.count == 0 && count > 0)) at.first = begin;
    at.count += count;
    at.total = plus(at.total, total);
  }
  // The same, with the whole spans of the sample time that were in each of them.
  void add(uint32_t node, uint64_t count, int64_t total, Time begin, int64_t samples) {
    add(node, count, total, begin);
    if (sampleTime_ != 1) samples_[node] = plus(samples_[node], samples);
  }

  // Time that is not the callees', told apart or not, in spans of the sample time. As `uftrace dump --flame-graph`
  // counts: a stack has the whole spans in the sum of its calls, less those in each single call that it made.
  int64_t self(uint32_t node) const;
  int64_t sampleTime() const { return sampleTime_; }
  // Those that have been called or have time, or callees that do, in the order of their first calls; appended.
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
  GrowingArray<CallNode> nodes_;
  std::vector<int64_t> samples_;  // by node; empty where the sample time is 1
  std::vector<int64_t> untold_;   // by node; shorter where the rest has nothing untold
  std::vector<uint64_t> open_;    // by node; shorter where the rest has none
  std::vector<Slot> slots_;
  uint32_t hashed_ = 0;
};

template <class Rename>
std::vector<uint32_t> CallTree::merge(WireReader& in, Rename&& rename) {
  std::vector<CallNode> nodes;
  std::vector<int64_t> samples, untold;
  std::vector<uint64_t> open;
  leftOut_ += in.get<uint64_t>();
  in.getArray(nodes);
  in.getArray(samples);
  in.getArray(untold);
  in.getArray(open);
  std::vector<uint32_t> ours(nodes.size(), kRoot);
  for (uint32_t i = 1; i < nodes.size(); ++i) {
    const CallNode& from = nodes[i];
    if (from.parent >= i) continue;
    ours[i] = child(ours[from.parent], rename(from.name, from.parent), from.first);
    CallNode& to = nodes_[ours[i]];
    const bool counted = to.count > 0, counts = from.count > 0;
    if (counted == counts ? from.first < to.first : counts) to.first = from.first;
    to.count += from.count;
    to.total = plus(to.total, from.total);
    if (!samples_.empty() && i < samples.size()) samples_[ours[i]] = plus(samples_[ours[i]], samples[i]);
  }
  for (uint32_t i = 0; i < untold.size() && i < nodes.size(); ++i)
    if (untold[i] != 0) addUntold(ours[i], untold[i]);
  for (uint32_t i = 0; i < open.size() && i < nodes.size(); ++i)
    if (open[i] != 0) addOpen(ours[i], open[i]);
  return ours;
}

}  // namespace tp
