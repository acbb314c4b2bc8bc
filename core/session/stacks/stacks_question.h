// Asks for the stacks of calls. Those whose share can be seen are exact.
#pragma once

#include <memory>

#include "core/analysis/frame_names.h"
#include "core/analysis/stack_counts.h"
#include "core/session/calls/state_joiner.h"
#include "core/session/question.h"

namespace tp {

class StacksQuestion final : public Question {
 public:
  // A stack that has 1/kParts of the root's weight or more is always told apart. Less is narrower than a pixel.
  static constexpr int64_t kParts = 8192;

  // `all`: all stacks are told apart if they are few (StackFrames::kFew). Otherwise, only those with a share are, at
  // once. `shares`: else they are not told apart either, which takes another pass: what is told is heavy().
  StacksQuestion(JobKind kind, StackQuery query, bool all, bool shares = true)
      : kind_(kind), query_(std::move(query)), shares_(shares), pass_(all ? StackPass::All : StackPass::Sketch) {}

  // Tells apart, exactly, the stacks of the set that may be heavy elsewhere, however small they are here; as many as
  // memory has room for.
  StacksQuestion(JobKind kind, StackQuery query, std::shared_ptr<const HeavyStacks> told)
      : kind_(kind), query_(std::move(query)), pass_(StackPass::Heavy), heavy_(std::move(told)), given_(true) {}

  const StackQuery& query() const { return query_; }
  // Valid once done(). CallTree::untold() is how much of each stack is not told apart.
  const CallTree& tree() const { return found_.tree; }
  // The direct callers of the query's leaf, or the direct callees of its focus.
  const DirectCalls& direct() const { return found_.direct; }
  // What functions gained, if the query asks for that.
  const std::vector<FunctionGain>& functions() const { return found_.functions.rows(); }
  // Those that may have a share, for a question about others; none if all are told apart, or once there are no calls.
  const std::shared_ptr<const HeavyStacks>& heavy() const { return heavy_; }
  // Returns whether all stacks are told apart.
  bool complete() const { return pass_ == StackPass::All; }
  const StackSums& sums() const { return sums_; }
  // Of a weight by states: which names are frames of recorded stacks, in place of calls.
  const FrameNames& frames() const { return frames_; }

  JobKind kind() const override { return kind_; }
  void begin(const TraceIndex& index) override { joiner_.begin(query_.scope, index); }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override;
  bool enough() const override;
  bool goesOn() const override { return left_; }
  float asPart(float progress) const override;

 private:
  JobKind kind_;
  StackQuery query_;
  StateJoiner joiner_;
  bool shares_ = true;  // the stacks that have one are to be told
  StackPass pass_;
  bool left_ = false;  // another pass is needed
  FoundStacks found_;
  StackSums sums_;
  FrameNames frames_;
  int64_t least_ = 0;
  std::shared_ptr<const HeavyStacks> heavy_;
  bool given_ = false;  // heavy_ was not found here
};

}  // namespace tp
