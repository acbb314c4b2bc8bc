// Asks for the stacks of calls, exact wherever one has a share that can be seen.
#pragma once

#include <memory>

#include "core/analysis/stack_counts.h"
#include "core/session/question.h"

namespace tp {

class StacksQuestion final : public Question {
 public:
  // Of what the root has, a stack with one of so many parts is always told apart: less than a pixel of a screen.
  static constexpr int64_t kParts = 8192;

  // `all`: all stacks are told apart where they are few (StackFrames::kFew). Else what has a share is, at once.
  StacksQuestion(JobKind kind, StackQuery query, bool all)
      : kind_(kind), query_(std::move(query)), pass_(all ? StackPass::All : StackPass::Sketch) {}

  const StackQuery& query() const { return query_; }
  // Once done(). By CallTree::untold(), how much of each stack is not told apart.
  const CallTree& tree() const { return found_.tree; }
  // Of the query's leaf who called it, or what its focus called, each call once.
  const DirectCalls& direct() const { return found_.direct; }
  // All stacks are told apart.
  bool complete() const { return pass_ == StackPass::All; }
  const StackSums& sums() const { return sums_; }

  JobKind kind() const override { return kind_; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override;
  bool enough() const override;
  bool goesOn() const override { return left_; }
  float asPart(float progress) const override;

 private:
  JobKind kind_;
  StackQuery query_;
  StackPass pass_;
  bool left_ = false;  // another pass
  FoundStacks found_;
  StackSums sums_;
  int64_t least_ = 0;
  std::unique_ptr<HeavyStacks> heavy_;
};

}  // namespace tp
