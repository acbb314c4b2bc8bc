// The tree that the flame graph shows, built on frame by frame, and what of it matches the search.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/analysis/call_profile.h"
#include "core/analysis/call_shape.h"
#include "core/session/calls_question.h"
#include "ui/flame_options.h"

namespace tp::ui {

struct Context;

class FlameGraph {
 public:
  // Once a frame, for calls that outlive it; follows what is chosen in `c`.
  void update(Context& c, const Calls& calls);
  void forget();

  // Whether it is of what the session has now: else nothing of it may be looked at until the next update.
  bool current(const Context& c) const;
  // Null before the first update.
  const CallTree* tree() const { return tree_; }
  // Another number for another tree, or for more of the same.
  uint64_t version() const;
  bool done() const { return tree_ != nullptr && (!shaped_ || shaped_->done()); }
  float progress() const { return shaped_ ? shaped_->progress() : 1; }
  const CallShape& shape() const { return shape_; }
  const std::string& counter() const { return counter_; }
  // What shares are of: all stacks that are shown; and, where they are of one function, all that there are.
  int64_t whole() const { return whole_; }
  int64_t all() const { return all_; }
  uint64_t leftOut() const { return leftOut_; }
  // Of what matches the search; null where nothing is looked for.
  const FoundCalls* found() const { return search_.empty() ? nullptr : &found_; }

  // As `tracepane stacks` prints them.
  std::vector<std::string> folded(const Context& c) const;

 private:
  uint32_t calls_ = 0;  // Calls::id
  CallShape shape_;
  std::string counter_;
  std::unique_ptr<ShapedCalls> shaped_;  // null: the calls' own tree is shown
  const CallTree* tree_ = nullptr;
  uint32_t made_ = 0;  // counts trees
  int64_t whole_ = 0;
  int64_t all_ = 0;
  uint64_t leftOut_ = 0;
  bool measured_ = false;
  std::string search_;
  FoundCalls found_;
};

// "1.2 ms", "12 calls", "340 KB": a weight of the flame graph.
std::string weightText(const Context& c, CallWeight weight, const std::string& counter, int64_t value);
// What a node of the tree stands for: a function, or a thread.
std::string nodeText(const Context& c, const CallTree& tree, uint32_t node, bool byThread);

}  // namespace tp::ui
