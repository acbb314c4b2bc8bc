// CallLog keeps calls in the order in which they ended, until they are added to the tree of their stacks. If most calls
// have stacks of their own, the tree is larger than the caches, and looking up each call waits for memory; a log is
// written sequentially, and added to the tree stack by stack.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "core/analysis/call_tree.h"
#include "core/analysis/growing_array.h"

namespace tp {

// Logs one track at a time. Calls whose caller is open are pending; when the caller ends, they go into the log, side by
// side.
class CallLog {
 public:
  // What is kept of an open call.
  struct Open {
    uint32_t callees = 0;  // pending() when it began; its callees are pending from there on
    uint64_t gap = 0;      // clock units since its caller's previous callee ended, or since the caller began
    uint64_t stack = 0;    // its number in StackSample; for the caller's use only
  };

  // For fold(): leaves nothing out.
  static constexpr int64_t kAll = std::numeric_limits<int64_t>::min();

  // Returns the number of calls, including pending ones, and of anchors.
  size_t size() const { return entries_.size() + pending_.size() + anchors_.size(); }
  bool empty() const { return size() == 0; }
  // Returns the number of pending calls.
  uint32_t pending() const { return static_cast<uint32_t>(pending_.size()); }

  // Adds a call that has ended after `duration` clock units.
  void close(const Open& call, NameId name, int64_t duration) {
    const uint32_t block = pending_.size() == call.callees ? kNone : moved(call.callees);
    const Call made{static_cast<uint64_t>(duration), call.gap, name};
    *pending_.room(1 + kFew) = entry(made, block);
    pending_.resize(pending_.size() + 1);
  }

  // Notes that what is pending from `callees` on was called by `node`. `begin` is what the gap of the first one counts
  // from.
  void anchor(uint32_t node, uint32_t callees, Time begin) {
    if (pending_.size() > callees) anchors_.push_back({node, moved(callees), begin});
  }

  // Appends the calls of `other`, which must have nothing pending. `nodes` maps the nodes of its tree to those of ours,
  // `numbers` its names to ours.
  void append(const CallLog& other, std::span<const uint32_t> nodes, const NumberMap& numbers);

  // Adds everything that anchors hold to the tree and clears the log; nothing may be pending. Stacks that took less
  // than `least` clock units in all are not followed further and may be left out.
  void fold(CallTree& tree, int64_t least);

  // In place of fold(), for trees of which most stacks are not wanted: adds only the stacks that the tree has, and what
  // these called. Then follow() adds others. Nothing may be logged any more.
  void start(CallTree& tree);
  // Whether the node called something that the tree does not have yet.
  bool follows(uint32_t node) const {
    return later_.size() + made_ > node && node >= made_ && later_[node - made_].count > 0;
  }
  // Adds all that the node called to the tree, once. Its own figures are known before.
  void follow(CallTree& tree, uint32_t node);
  // Fetches what follow() will need.
  void expect(uint32_t node) const;
  // Returns which names calls in the log have, by name + 1.
  std::vector<bool> names() const;

 private:
  // In Entry::time: the call is in `far_`.
  static constexpr uint32_t kFar = ~uint32_t{0};
  // In Entry::block: the last of those side by side. The other bits are the index of an entry, or kNone if it called
  // nothing.
  static constexpr uint32_t kLast = 1u << 31;
  static constexpr uint32_t kNone = kLast - 1;

  struct Call {
    uint64_t duration = 0;  // clock units
    uint64_t gap = 0;       // see Open
    NameId name = kNoName;

    bool small() const { return duration < 0xff'ffff && gap < 0x1'0000 && name < 0x100'0000; }
  };
  // Nearly all calls are small. Entries are packed, because writing memory takes most of the time of a log.
  struct Entry {
    uint32_t head = 0;       // the name, and in the highest byte the gap's lower byte; or the index in `far_`
    uint32_t time = 0;       // the duration, and in the highest byte the gap's higher byte; or kFar
    uint32_t block = kNone;  // the first of its callees

    Entry(uint32_t head, uint32_t time, uint32_t block) : head(head), time(time), block(block) {}
    Entry(const Call& call, uint32_t block)
        : head(call.name | static_cast<uint32_t>(call.gap & 0xff) << 24),
          time(static_cast<uint32_t>(call.duration) | static_cast<uint32_t>(call.gap >> 8) << 24),
          block(block) {}
    Call call() const { return {time & 0xff'ffff, head >> 24 | time >> 24 << 8, head & 0xff'ffff}; }
  };
  static_assert(sizeof(Entry) == 12);
  struct Anchor {
    uint32_t node = 0;
    uint32_t block = 0;
    Time begin = 0;
  };
  // Calls side by side, all of one caller.
  struct Part {
    uint32_t block = 0;
    Time begin = 0;  // what the first gap counts from
  };
  struct PartRange {
    size_t from, to;
    size_t keep;  // size of `parts_` when its frame ends
  };
  // The calls that one stack made by one name.
  struct Callee {
    NameId name = kNoName;
    uint32_t node = CallTree::kNone;  // in the tree; kNone: left out, or not made yet
    uint32_t count = 0;               // calls
    uint32_t parts = 0;               // how many of the calls have callees
    uint32_t place = 0;               // index in `parts_` of the next of these; behind the last one when all are there
    int64_t total = 0;
    int64_t samples = 0;
    Time first = 0;
  };
  struct Meeting {
    uint32_t callee;
    uint32_t block;
    Time begin;
  };
  struct Frame {
    size_t next;     // index in `callees_` of the next one to follow
    size_t callees;  // index of its own, which reach to the end of `callees_` while it is the last frame
    size_t parts;    // size of `parts_` when it ends
  };

  // What of a node is to be followed: places in `kept_`.
  struct Later {
    uint32_t first = 0, count = 0;
  };

  // So many entries are always copied, as a copy of fixed length is cheaper.
  static constexpr size_t kFew = 4;

  // Moves what is pending from `callees` on into the log, side by side. Returns the index of the first one.
  uint32_t moved(uint32_t callees) {
    const size_t block = entries_.size(), count = pending_.size() - callees;
    Entry* to = entries_.room(count + kFew);
    const Entry* from = &pending_[callees];
    std::memcpy(to, from, kFew * sizeof(Entry));
    if (count > kFew) std::memcpy(to + kFew, from + kFew, (count - kFew) * sizeof(Entry));
    to[count - 1].block |= kLast;
    entries_.resize(block + count);
    pending_.resize(callees);
    return static_cast<uint32_t>(block);
  }
  Entry entry(const Call& call, uint32_t block) {
    return call.small() ? Entry(call, block) : Entry{far(call), kFar, block};
  }
  uint32_t far(const Call& call);
  void foldAnchors(CallTree& tree, int64_t least);
  void takeAnchored(uint32_t node);
  void keep(uint32_t node, size_t first, size_t last);
  void enter(CallTree& tree, uint32_t node, const PartRange& of, int64_t least);
  void descend(CallTree& tree, int64_t least);
  Callee& calleeOf(CallTree& tree, uint32_t node, size_t from, NameId name, Time begin);

  GrowingArray<Entry> entries_;
  GrowingArray<Entry> pending_;
  std::vector<Call> far_;
  std::vector<Anchor> anchors_;
  // Used by fold() and follow() only.
  bool lazy_ = false;                   // nodes that are made are not followed
  uint32_t made_ = 0;                   // nodes from here on were made by this log
  std::vector<uint32_t> calleeOfName_;  // by name + 1: its last index in `callees_`
  std::vector<Callee> callees_;
  GrowingArray<Meeting> meetings_;
  GrowingArray<Part> parts_;
  std::vector<Frame> frames_;
  GrowingArray<Part> kept_;   // of nodes that are not followed yet
  std::vector<Later> later_;  // by node, from `made_` on
};

}  // namespace tp
