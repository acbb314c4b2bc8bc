// Calls as they ended, until they are folded into the tree of their stacks. Where most calls are stacks of their own
// the tree is larger than the caches, and looking each call up in it waits for memory again and again; a log is written
// in order, and folded stack by stack.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "core/analysis/call_tree.h"
#include "core/analysis/growing_array.h"

namespace tp {

// Of one track at a time. What the open calls of that track have made so far is pending: it goes into the log when they
// end, side by side.
class CallLog {
 public:
  // What an open call keeps.
  struct Open {
    uint32_t callees = 0;  // pending() when it began: what it calls is pending from there on
    uint64_t gap = 0;      // since what its caller had called before ended, or since the caller began
    uint64_t stack = 0;    // its number, see StackSample: for who logs
  };

  // For fold().
  static constexpr int64_t kAll = std::numeric_limits<int64_t>::min();

  // What it holds: calls, pending ones included, and anchors.
  size_t size() const { return entries_.size() + pending_.size() + anchors_.size(); }
  bool empty() const { return size() == 0; }
  uint32_t pending() const { return static_cast<uint32_t>(pending_.size()); }

  // A call has ended.
  void close(const Open& call, NameId name, int64_t duration) {
    const uint32_t block = pending_.size() == call.callees ? kNone : moved(call.callees);
    const Call made{static_cast<uint64_t>(duration), call.gap, name};
    *pending_.room(1 + kFew) = entry(made, block);
    pending_.resize(pending_.size() + 1);
  }

  // What is pending from `callees` on was called by `node`. `begin`: what the gap of the first of them counts from.
  void anchor(uint32_t node, uint32_t callees, Time begin) {
    if (pending_.size() > callees) anchors_.push_back({node, moved(callees), begin});
  }

  // Adds what another one holds, with nothing pending, for another tree: `nodes` says where its nodes are in ours, and
  // `rename` how its names are numbered here.
  void append(const CallLog& other, std::span<const uint32_t> nodes, const std::function<NameId(NameId)>& rename);

  // Adds all that anchors hold to the tree and forgets it; nothing may be pending. `least`: where what was called by
  // the same stack took less than that in all, the stacks beyond it are left out; kAll: none is.
  void fold(CallTree& tree, int64_t least);

 private:
  // Of Entry::time: the call is in `far_`.
  static constexpr uint32_t kFar = ~uint32_t{0};
  // Of Entry::block: the last of those side by side. The other bits are the place, kNone: nothing was called.
  static constexpr uint32_t kLast = 1u << 31;
  static constexpr uint32_t kNone = kLast - 1;

  struct Call {
    uint64_t duration = 0;  // nanoseconds
    uint64_t gap = 0;       // see Open
    NameId name = kNoName;

    bool small() const { return duration < 0xff'ffff && gap < 0x1'0000 && name < 0x100'0000; }
  };
  // Nearly all are small: memory is what a log takes the most time for.
  struct Entry {
    uint32_t head = 0;       // the name, and in the highest byte the gap's lower one; or the place in `far_`
    uint32_t time = 0;       // the duration, and in the highest byte the gap's higher one; or kFar
    uint32_t block = kNone;  // the first of what it called

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
  // Calls side by side, of one caller.
  struct Part {
    uint32_t block = 0;
    Time begin = 0;  // what the first gap counts from
  };
  struct PartRange {
    size_t from, to;
    size_t keep;  // parts that stay when its frame ends
  };
  // What the same stack called by one name.
  struct Callee {
    NameId name = kNoName;
    uint32_t node = CallTree::kNone;  // of the tree; kNone: left out, or not made yet
    uint32_t count = 0;               // calls
    uint32_t parts = 0;               // those that have called something
    uint32_t place = 0;               // of them in `parts_`, behind the last when they are all there
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
    size_t next;     // in `callees_`
    size_t callees;  // its own, from here to the end of `callees_` while it is the last frame
    size_t parts;    // of `parts_`, that stay when it ends
  };

  // So many are moved at once, whether there are as many or not.
  static constexpr size_t kFew = 4;

  // Puts what is pending from there on into the log, side by side.
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
  void takeAnchored(uint32_t node);
  void enter(CallTree& tree, uint32_t node, const PartRange& of, int64_t least);
  void descend(CallTree& tree, int64_t least);
  Callee& calleeOf(CallTree& tree, uint32_t node, size_t from, NameId name, Time begin);

  GrowingArray<Entry> entries_;
  GrowingArray<Entry> pending_;
  std::vector<Call> far_;
  std::vector<Anchor> anchors_;
  // While it is folded.
  uint32_t made_ = 0;                   // nodes from here on were made by this fold
  std::vector<uint32_t> calleeOfName_;  // by name + 1: where it was last in `callees_`
  std::vector<Callee> callees_;
  GrowingArray<Meeting> meetings_;
  GrowingArray<Part> parts_;
  std::vector<Frame> frames_;
};

}  // namespace tp
