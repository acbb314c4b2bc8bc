// The two sides of a comparison, A and B, as the workers answer for them: one question after the other, each kept until
// another scope is wanted.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/session/compare/compared_scope.h"
#include "core/session/scheduling/scheduling_question.h"
#include "core/session/session.h"

namespace tp::ui {

enum class ComparedBy : uint8_t { Functions, Threads };

class CompareAnswer {
 public:
  using Scopes = std::array<ComparedScope, 2>;  // A, B

  // Return the comparison; null while it is being computed. Then ask for what is missing, unless `quiet` or the trace
  // is not indexed yet. Owned by this object, until other scopes are wanted.
  const FunctionComparison* functions(Session& session, const Scopes& scopes, bool quiet);
  const ThreadComparison* threads(Session& session, const Scopes& scopes, bool quiet);

  // From 0 to 1, of what was wanted last.
  double progress() const { return progress_; }
  // Whether an answer is of what could still be read, not of all.
  bool cut() const;
  // Changes whenever another comparison is returned.
  uint64_t number() const { return number_; }

  // The name of a function by the text that FunctionChange has for it: as B has it, or else A. kNoName: none of these.
  NameId nameOf(std::string_view text) const;
  // The calls of a side, 0 or 1; valid as long as functions() returns a comparison.
  const Calls& calls(size_t side) const { return calls_[side]->calls(); }

 private:
  void follow(const Session& session, const Scopes& scopes);
  template <class Question, class Make>
  bool ask(Session& session, std::array<std::shared_ptr<Question>, 2>& sides, JobKind kind, bool quiet, Make&& make);

  uint64_t opening_ = 0;  // Session::opening() of all below
  Scopes scopes_;
  std::array<std::shared_ptr<CallsQuestion>, 2> calls_;
  std::array<std::shared_ptr<SchedulingQuestion>, 2> scheduling_;
  std::optional<FunctionComparison> functions_;
  std::optional<ThreadComparison> threads_;
  std::unordered_map<std::string_view, NameId> names_;  // the texts are those of the index
  double progress_ = 0;
  uint64_t number_ = 0;
};

}  // namespace tp::ui
