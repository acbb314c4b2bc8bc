// The call tree that the flame graph shows, built over several frames, and which of its stacks match the search.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/analysis/call_shape.h"
#include "core/trace/time_text.h"
#include "ui/view/flame_options.h"
#include "ui/view/stacks_answers.h"

namespace tp::ui {

struct Context;
class ShownNames;
struct Canvas;
struct WindowState;

class FlameGraph {
 public:
  // Call once in each frame: asks for the calls of the scope, and follows Context::flame and Context::search.
  void update(Context& c, const CallScope& scope);
  // Drops all answers. Later versions differ from earlier ones nevertheless.
  void forget();

  // Returns whether tree() is complete and what the last update() asked for.
  bool current() const { return current_ && done(); }
  // How much of what was asked for is counted, 0 to 1.
  double counted() const { return answers_.progress(); }
  // Null until there is one. Owned by this object; update() may replace it.
  const CallTree* tree() const { return tree_; }
  // All stacks, not reshaped by FlameOptions; null until there are any.
  const CallTree* stacks() const { return base_ ? &base_->tree() : nullptr; }
  // Changes with each new tree, and several times while one is being built.
  uint64_t version() const;
  bool done() const { return tree_ != nullptr && (!shaped_ || shaped_->done()); }
  // How much of the tree is built, 0 to 1.
  float progress() const { return shaped_ ? shaped_->progress() : 1; }
  const CallShape& shape() const { return shape_; }
  const std::string& counter() const { return counter_; }
  StateWeight states() const { return states_; }
  // What is not certain of a weight by states.
  const StateSums& uncertain() const { return uncertain_; }
  // The node that is zoomed into; CallTree::kRoot: none.
  uint32_t top() const;
  // What shares refer to. whole(): the weight of all stacks that are shown. all(): if only calls of one function are
  // shown, that of all stacks; else 0.
  int64_t whole() const { return whole_; }
  int64_t all() const { return all_; }
  // The weight below top() of stacks that are not told apart.
  int64_t untold() const { return untold_; }
  // Returns whether a name of the tree is known from recorded stacks only, so that there are no calls of it.
  bool isFrameOnly(NameId name) const { return shown_ && shown_->frames().isFrameOnly(name); }
  // Returns whether records are missing because some files can no longer be read.
  bool cut() const { return shown_ && shown_->cut(); }
  // What matches the search; null without a search. If foundAtLeast(), more may match among stacks that are not told
  // apart.
  const FoundCalls* found() const { return search_.empty() ? nullptr : &found_; }
  bool foundAtLeast() const { return shown_ && !shown_->complete(); }

  // The stacks as `tracepane stacks` prints them, by self or by total weight. Empty unless current().
  std::vector<std::string> folded(const Context& c, bool totals) const;

 private:
  // For a tree that is not complete: the stack below which more detail is asked for, the one that is zoomed into if too
  // little is told apart there; empty: the whole tree.
  std::vector<NameId> rootFor(const WindowState& c, const StackQuery& query) const;
  void show(Canvas& c, std::shared_ptr<const StacksQuestion> answer);
  void measure(Context& c);

  StacksAnswers answers_{JobKind::Stacks};
  std::shared_ptr<const StacksQuestion> base_;   // all stacks of the last scope that was counted, not reshaped
  std::shared_ptr<const StacksQuestion> shown_;  // the answer that the tree is made of
  // A complete answer and a shape that would exceed ShapedCalls::kMaxNodes here; the workers reshape it instead.
  std::pair<std::shared_ptr<const StacksQuestion>, CallShape> tooMany_;
  bool current_ = false;
  CallShape shape_;
  std::string counter_;
  StateWeight states_ = StateWeight::None;
  StateSums uncertain_;
  std::unique_ptr<ShapedCalls> shaped_;  // null: the answer's own tree is shown
  const CallTree* tree_ = nullptr;
  uint32_t treesMade_ = 0;  // number of trees so far
  int64_t whole_ = 0;
  int64_t all_ = 0;
  int64_t untold_ = 0;
  bool measured_ = false;
  std::string search_;
  FoundCalls found_;
  std::vector<NameId> zoomed_;  // the stack that top_ and untold_ are of
  uint32_t top_ = CallTree::kRoot;
  uint64_t topOf_ = 0;  // version() that top_ and untold_ are of
};

// "1.2 ms", "12 calls", "340 KB": a weight in the flame graph.
std::string weightText(const ClockInfo& clock, CallWeight weight, const std::string& counter, int64_t value,
                       Bound bound = Bound::None);
// The name of what a node stands for: a function, or a thread on the first level if `byThread`.
std::string nodeText(const TraceIndex& index, const ShownNames& names, const CallTree& tree, uint32_t node,
                     bool byThread);
// The names of a node and its callers, the outermost first.
std::vector<NameId> pathOf(const CallTree& tree, uint32_t node);

}  // namespace tp::ui
