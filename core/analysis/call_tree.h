// CallTree is the tree of distinct call stacks: one node for all calls that were made by the same chain of callers. Its
// size depends on the number of distinct stacks, not of calls.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/growing_array.h"
#include "core/analysis/longest_time.h"
#include "core/io/wire.h"
#include "core/trace/names.h"
#include "core/trace/sums.h"
#include "core/trace/trace_info.h"

namespace tp {

// In a tree by thread, the nodes below the root are threads: they have the number of a track in the place of a name's.
constexpr NameId frameOf(TrackId thread) {
  return thread.value;
}
constexpr TrackId threadOf(NameId frame) {
  return frame.value;
}

struct CallNode {
  uint32_t parent = 0;        // index of the caller, which is smaller; of the root: itself
  NameId name = kNoName;      // of the function, or frameOf() a thread
  uint32_t child = 0;         // index of the first callee, 0: none; the order is unspecified
  uint32_t sibling = 0;       // index of the next callee of the same caller, 0: none
  uint64_t count : 40 = 0;    // calls
  uint64_t callees : 24 = 0;  // for CallTree's own use: which names its callees may have
  int64_t total = 0;          // sum of their durations in clock units
  Time first = 0;             // when the first call began
};
static_assert(sizeof(CallNode) == 40);

// The name of a callee that is no call: it has the time of ends without a beginning or under another name. That time is
// not their caller's own, but which call it belongs to is not known.
inline constexpr std::string_view kNotKnown = "[not known]";
// The name of what has the time in states of threads during which no call of theirs is known.
inline constexpr std::string_view kNoCallRecorded = "[no call recorded]";

class CallTree {
 public:
  static constexpr uint32_t kRoot = 0;
  // Stands for a stack without a node.
  static constexpr uint32_t kNone = ~uint32_t{0};

  // If `sampleTime` (clock units) is not 1, the number of whole sample times in each call is summed as well.
  explicit CallTree(int64_t sampleTime = 1) : sampleTime_(sampleTime), samples_(sampleTime == 1 ? 0 : 1) {
    nodes_.push({});
  }

  // Keeps the outermost calls, and at most `nodes` of the stacks with the most time. The time of the others remains
  // with their callers.
  void prune(size_t nodes);
  // Returns the number of calls whose stacks prune() or without() removed.
  uint64_t leftOut() const { return leftOut_; }
  // Returns the number of calls of prune(). Each of them changes the indices of nodes.
  uint32_t prunings() const { return prunings_; }

  // The part of a node's total that belongs to callees without nodes of their own.
  int64_t untold(uint32_t node) const { return node < untold_.size() ? untold_[node] : 0; }
  void addUntold(uint32_t node, int64_t total) {
    if (node >= untold_.size()) untold_.resize(nodes_.size());
    untold_[node] = plus(untold_[node], total);
  }
  // The number of calls of a node whose duration is not known. The total has what is known of it.
  uint64_t open(uint32_t node) const { return node < open_.size() ? open_[node] : 0; }
  void addOpen(uint32_t node, uint64_t calls) {
    if (node >= open_.size()) open_.resize(nodes_.size());
    open_[node] += calls;
  }
  // Notes a time that the stack has by itself, beside its callees; what has no length is none.
  void note(uint32_t node, const LongestTime& time) {
    if (time.length <= 0) return;
    if (node >= longest_.size()) longest_.resize(nodes_.size());
    longest_[node].take(time);
  }
  // The longest one that was noted of a node itself.
  LongestTime ownLongest(uint32_t node) const { return node < longest_.size() ? longest_[node] : LongestTime(); }
  // The longest one that was noted of a node, its callees, or theirs. Looks at each of them.
  LongestTime longest(uint32_t node) const;
  // Returns whether all callees have nodes.
  bool complete() const { return untold_.empty(); }
  // Returns a copy without the stacks that have less than `least`. It keeps their callers if these stay, and on the
  // first `levels` levels below `from` all that have any time. The time of what is removed is untold() of its caller.
  CallTree without(int64_t least, uint32_t from, uint32_t levels) const;

  // By index; callers come before their callees.
  std::span<const CallNode> nodes() const { return nodes_.all(); }
  bool empty() const { return nodes_.size() == 1; }

  // Returns the node of `name` called from `parent`. If there is none yet, makes one, without calls, with `first` as
  // its CallNode::first.
  uint32_t child(uint32_t parent, NameId name, Time first) {
    // For most new stacks, the caller's node is enough to tell that they are new.
    const bool known = (nodes_[parent].callees & bitOf(name)) != 0;
    return known ? found(parent, name, first) : make(parent, name, first);
  }
  // Returns the node, or kNone if there is none.
  uint32_t find(uint32_t parent, NameId name) const {
    uint32_t at = nodes_[parent].child;
    while (at != kRoot && nodes_[at].name != name) at = nodes_[at].sibling;
    return at != kRoot ? at : kNone;
  }
  // As child(), for a name that `parent` does not call yet. The node becomes the first of its siblings.
  uint32_t make(uint32_t parent, NameId name, Time first);
  // Counts a call of `duration` clock units that began at `begin`.
  void count(uint32_t node, int64_t duration, Time begin) {
    CallNode& at = nodes_[node];
    // The node may have been made by a call without a beginning, which is not counted.
    if (begin < at.first || at.count == 0) at.first = begin;
    ++at.count;
    at.total = plus(at.total, duration);
    if (sampleTime_ != 1) samples_[node] = plus(samples_[node], duration / sampleTime_);
  }

  // Adds calls that were counted elsewhere.
  void add(uint32_t node, uint64_t count, int64_t total, Time begin) {
    CallNode& at = nodes_[node];
    // `first` is that of counted calls, if there are any, in whatever order they are added.
    const bool sooner = begin < at.first && (count > 0 || at.count == 0);
    if (sooner || (at.count == 0 && count > 0)) at.first = begin;
    at.count += count;
    at.total = plus(at.total, total);
  }
  // As above; `samples` is the sum of the whole sample times in each of the calls.
  void add(uint32_t node, uint64_t count, int64_t total, Time begin, int64_t samples) {
    add(node, count, total, begin);
    if (sampleTime_ != 1) samples_[node] = plus(samples_[node], samples);
  }

  // Returns the time that belongs neither to callees nor to untold(), in units of the sample time. This is how
  // `uftrace dump --flame-graph` counts: a stack has the whole sample times in the sum of its calls, less those in each
  // single call that it made.
  int64_t self(uint32_t node) const;
  int64_t sampleTime() const { return sampleTime_; }
  // Appends the callees that have calls, time or callees of their own, ordered by their first calls.
  void children(uint32_t node, std::vector<uint32_t>& out) const;
  // As above, for a tree that was merged in no particular order: callees first called at the same time are ordered by
  // `textOf(node)`.
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

  // There is no layout() of both: the other worker's tree is never made here, since its nodes have that worker's names,
  // and are to be found among ours.
  void write(WireWriter& out) const;
  // Adds what write() wrote, in which `in` translates the names and, in a tree by thread, those of threads. Returns the
  // index here of each of its nodes.
  std::vector<uint32_t> merge(WireReader& in, bool byThread);

 private:
  // The most callees of a node that are searched one by one; if there are more, all are found by hash.
  static constexpr uint32_t kWalk = 4;
  // In CallNode::callees: its callees are found by hash. The other bits are those of names.
  static constexpr uint32_t kHashed = 1u << 23;
  static uint32_t bitOf(NameId name) { return 1u << name % 23; }

  struct Slot {
    uint64_t key = 0;
    uint32_t node = kRoot;  // kRoot: empty, as the root has no caller
  };

  uint32_t found(uint32_t parent, NameId name, Time first);
  // Notes the times of a tree whose nodes have moved here. Those that have not (kNone) leave theirs to their callers.
  void noteMoved(const CallTree& from, const std::vector<uint32_t>& moved);
  void hash(uint32_t node);
  void hashChildren(uint32_t parent);
  Slot& slotOf(uint64_t key);

  int64_t sampleTime_;
  uint64_t leftOut_ = 0;
  uint32_t prunings_ = 0;
  GrowingArray<CallNode> nodes_;
  std::vector<int64_t> samples_;      // by node; empty if the sample time is 1
  std::vector<int64_t> untold_;       // by node; 0 for nodes beyond its end
  std::vector<uint64_t> open_;        // by node; 0 for nodes beyond its end
  std::vector<LongestTime> longest_;  // by node; none for nodes beyond its end
  std::vector<Slot> slots_;
  uint32_t hashed_ = 0;
};

}  // namespace tp
