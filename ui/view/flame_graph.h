// The tree that the flame graph shows, built on frame by frame, and what of it matches the search.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/analysis/call_shape.h"
#include "ui/view/flame_options.h"
#include "ui/view/stacks_answers.h"

namespace tp::ui {

struct Context;

class FlameGraph {
 public:
  // Once a frame: asks for the calls of the scope, and follows what is chosen in `c`.
  void update(Context& c, const CallScope& scope);
  void forget();

  // Whether it shows what was wanted in the last update, all of it.
  bool current() const { return current_ && done(); }
  // 0 to 1: of what is still to be counted.
  double counted() const { return answers_.progress(); }
  // Null before there is one.
  const CallTree* tree() const { return tree_; }
  // All stacks as they are, however they are shown; null before there are any.
  const CallTree* stacks() const { return base_ ? &base_->tree() : nullptr; }
  // Another number for another tree, or for more of the same.
  uint64_t version() const;
  bool done() const { return tree_ != nullptr && (!shaped_ || shaped_->done()); }
  float progress() const { return shaped_ ? shaped_->progress() : 1; }
  const CallShape& shape() const { return shape_; }
  const std::string& counter() const { return counter_; }
  // The node that is zoomed into; kRoot: none.
  uint32_t top() const;
  // What shares are of: all stacks that are shown; and, where they are of one function, all that there are.
  int64_t whole() const { return whole_; }
  int64_t all() const { return all_; }
  // Of what top() has: what is not told apart anywhere in it.
  int64_t untold() const { return untold_; }
  // It is of files of which some can't be read any more.
  bool cut() const { return shown_ && shown_->cut(); }
  // Of what matches the search; null where nothing is looked for. `atLeast`: some may not be told apart.
  const FoundCalls* found() const { return search_.empty() ? nullptr : &found_; }
  bool foundAtLeast() const { return shown_ && !shown_->complete(); }

  // As `tracepane stacks` prints them: by what they have of their own, and with what they call.
  std::vector<std::string> folded(const Context& c, bool totals) const;

 private:
  // Of a tree that is not complete, which part is asked for: where one is zoomed in, and it tells too little.
  std::vector<NameId> rootFor(const Context& c, const StackQuery& query) const;
  void show(Context& c, std::shared_ptr<const StacksQuestion> answer);
  void measure(Context& c);

  StacksAnswers answers_{JobKind::Stacks};
  std::shared_ptr<const StacksQuestion> base_;   // all stacks as they are, of the last scope that was counted
  std::shared_ptr<const StacksQuestion> shown_;  // what the tree is made of
  // Complete, but upside down, it has more stacks than can be put together here.
  std::pair<std::shared_ptr<const StacksQuestion>, CallShape> tooMany_;
  bool current_ = false;
  CallShape shape_;
  std::string counter_;
  std::unique_ptr<ShapedCalls> shaped_;  // null: the answer's own tree is shown
  const CallTree* tree_ = nullptr;
  uint32_t made_ = 0;  // counts trees
  int64_t whole_ = 0;
  int64_t all_ = 0;
  int64_t untold_ = 0;
  bool measured_ = false;
  std::string search_;
  FoundCalls found_;
  std::vector<NameId> zoomed_;  // that untold_ is of
  uint32_t top_ = CallTree::kRoot;
  uint64_t topOf_ = 0;  // version()
};

// "1.2 ms", "12 calls", "340 KB": a weight of the flame graph.
std::string weightText(const Context& c, CallWeight weight, const std::string& counter, int64_t value);
// What a node of the tree stands for: a function, or a thread.
std::string nodeText(const Context& c, const CallTree& tree, uint32_t node, bool byThread);
// The names of a node and its callers, outermost first.
std::vector<NameId> pathOf(const CallTree& tree, uint32_t node);

}  // namespace tp::ui
