// StackPath counts the calls of one track by their stacks, and knows those of the open calls. A stack is a number: a
// node of a profile's tree or, if StackFrames count in its place, a frame.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/analysis/call_profile.h"
#include "core/analysis/counter_growth.h"
#include "core/analysis/stack_frames.h"

namespace tp {

class StackPath {
 public:
  // Counts no stacks: all of them are CallTree::kRoot.
  StackPath() = default;
  // Counts in the tree of the profile, which must outlive this.
  explicit StackPath(CallProfile& profile) : profile_(&profile) {}
  // Counts in `frames`, which must outlive this. `top` is the caller of the outermost calls.
  StackPath(StackFrames& frames, uint32_t top) : frames_(&frames), top_(top) {}

  // Null if stacks are not counted in a tree.
  CallTree* tree() const { return profile_ != nullptr ? &profile_->tree : nullptr; }
  // Null if stacks are not counted in frames.
  StackFrames* frames() const { return frames_; }
  bool counts() const { return profile_ != nullptr || frames_ != nullptr; }

  // The caller of the outermost calls.
  uint32_t top() const { return top_; }
  // In a tree, it may become the node of a thread, before the first call begins.
  void setTop(uint32_t node) { top_ = node; }

  // How many open calls have a stack here, which may be fewer or more than are open.
  size_t depth() const { return open_.size(); }
  // Of the open call at `depth`; top() if it has no stack here.
  uint32_t at(size_t depth) const { return depth < open_.size() ? open_[depth] : top_; }
  // What calls a call at `depth`, which must be at most depth().
  uint32_t callerAt(size_t depth) const { return depth == 0 || !counts() ? top_ : open_[depth - 1]; }

  // Makes the path `depth` levels long and returns the caller of what comes next. Levels whose beginnings were not seen
  // get the stack of the level above.
  uint32_t reach(size_t depth) {
    cut(depth);
    if (open_.size() != depth) open_.resize(depth, callerAt(open_.size()));
    return callerAt(depth);
  }
  // A call begins at `depth`, where what is deeper has ended. Returns its stack.
  uint32_t begin(size_t depth, NameId name, Time time) {
    return counts() ? push(stackOf(reach(depth), name, time)) : CallTree::kRoot;
  }
  // As begin(), for a call that another stream reports, and counts.
  uint32_t beginElsewhere(size_t depth, NameId name, Time time) {
    if (!counts()) return CallTree::kRoot;
    const uint32_t caller = reach(depth);
    return push(frames_ != nullptr ? frames_->openElsewhere(caller, name, time) : stackOf(caller, name, time));
  }
  // Nothing will be called any more from the levels from `depth` on.
  void cut(size_t depth) {
    while (open_.size() > depth) {
      const uint32_t last = open_.back();
      open_.pop_back();
      // A level whose beginning was not seen has its caller's frame.
      if (last != callerAt(open_.size())) release(last);
    }
  }
  // The open call at `depth`, which began at `begin`, turns out to be one of `name`. `counts`: under its old name, it
  // counts as a call that did not end.
  void rename(size_t depth, NameId name, Time begin, Time now, bool counts) {
    if (depth >= open_.size()) return;
    if (frames_ != nullptr) return frames_->rename(open_[depth], name, now, counts);
    open_[depth] = stackOf(callerAt(depth), name, begin);
  }

  // Returns the stack of a call that begins, to be released by who does not put it on the path.
  uint32_t stackOf(uint32_t caller, NameId name, Time begin) {
    if (frames_ != nullptr) return frames_->open(caller, name, begin);
    return profile_ != nullptr ? profile_->tree.child(caller, name, begin) : CallTree::kRoot;
  }
  // Counts a call that ends. If `counts` is false, it is no call, and `duration` is the time of its callees.
  void end(uint32_t stack, Time duration, Time begin, bool counts, bool known) {
    if (frames_ != nullptr) return frames_->end(stack, duration, begin, counts, known);
    if (profile_ == nullptr) return;
    if (counts) {
      profile_->tree.count(stack, duration, begin);
    } else if (duration > 0 && profile_->tree.sampleTime() == 1) {
      profile_->tree.add(stack, 0, duration, begin);
    }
  }
  // Notes that the call did not end, and counts as nothing else.
  void lose(uint32_t stack) {
    if (frames_ != nullptr && stack != CallTree::kRoot) frames_->lose(stack);
  }
  // Nothing will be called from this stack any more.
  void release(uint32_t stack) {
    if (frames_ != nullptr) frames_->release(stack);
  }
  // Adds time that is not the caller's own, but of a call that is not known. `name` is kNotKnown.
  void addNotKnown(uint32_t caller, NameId name, Time duration, Time begin) {
    if (frames_ != nullptr) return frames_->unknown(caller, name, duration, begin);
    if (profile_ == nullptr) return;
    CallTree& tree = profile_->tree;
    tree.add(tree.child(caller, name, begin), 0, duration, begin, duration / tree.sampleTime());
  }

  // The stack of the open call at `depth` - 1, or of the innermost one that has a stack.
  uint32_t innermost(size_t depth) const { return callerAt(std::min(depth, open_.size())); }
  // Adds the growth of a counter to a stack, or time in a state. `times`: how often it grew, or began. `one`: the
  // time in a state; only frames keep the longest.
  void gain(uint32_t stack, int64_t amount, Time time, uint64_t times = 1, const LongestTime& one = {}) {
    if (frames_ != nullptr) return frames_->gain(stack, amount, time, times, one);
    if (profile_ != nullptr) addGrowth(profile_->growth, profile_->tree, stack, amount, time, times);
  }

  // For loops that keep the common path in registers: reach(depth), with `room` for that many levels in all. close()
  // then says how many there are.
  uint32_t* open(size_t depth, size_t room) {
    reach(depth);
    open_.resize(room);
    return open_.data();
  }
  void close(size_t depth) { open_.resize(depth); }

 private:
  uint32_t push(uint32_t stack) {
    open_.push_back(stack);
    return stack;
  }

  CallProfile* profile_ = nullptr;
  StackFrames* frames_ = nullptr;
  uint32_t top_ = CallTree::kRoot;
  std::vector<uint32_t> open_;  // by depth
};

}  // namespace tp
