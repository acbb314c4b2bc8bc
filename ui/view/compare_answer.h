// The two sides of a comparison, A and B, as the workers answer for them: one question after the other, each kept until
// another scope is wanted.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/analysis/compare/slowest_calls.h"
#include "core/analysis/compare/stack_changes.h"
#include "core/session/compare/compared_scope.h"
#include "core/session/scheduling/scheduling_question.h"
#include "core/session/session.h"
#include "ui/view/stacks_answers.h"

namespace tp::ui {

// How functions are compared.
struct FunctionsHow {
  // A is the usual calls of a function, and B its slowest ones; both are of the scope of A. Figures are for each of
  // these calls.
  std::optional<SlowestShare> slowest;
  bool perSecond = false;  // figures are for each second of a side's time, by thread, too; not with `slowest`
  NameCorrections names;   // what was said about names; not with `slowest`

  bool operator==(const FunctionsHow&) const = default;
};

class CompareAnswer {
 public:
  using Scopes = std::array<ComparedScope, 2>;  // A, B

  // Return the comparison; null while it is being computed. Then ask for what is missing, unless `quiet` or the trace
  // is not indexed yet. Owned by this object, until other scopes are wanted.
  const FunctionComparison* functions(Session& session, const Scopes& scopes, const FunctionsHow& how, bool quiet);
  // The same, neither divided nor of some calls only, as a report has it; nullopt while it is being computed.
  std::optional<FunctionComparison> wholeFunctions(Session& session, const Scopes& scopes);
  std::optional<ThreadComparison> wholeThreads(Session& session, const Scopes& scopes);
  // What functions() and threads() need and do not have, as a sentence; empty: nothing. Then they return null forever.
  const std::string& missing() const { return missing_; }
  // Where the usual and the slowest calls part; nullopt if that was not asked for, or is not there yet.
  const std::optional<SlowestCalls>& parted() const { return parted_; }
  // Of `how`, perSecond counts.
  const ThreadComparison* threads(Session& session, const Scopes& scopes, const FunctionsHow& how, bool quiet);
  // Asks for nothing while a mouse button is down, either. Of `how`, the names count.
  const StackComparison* stacks(Session& session, const Scopes& scopes, const FunctionsHow& how, bool quiet);

  // By functions, the sums of both sides, of which those of stacks may differ; null if they do not, or while they are
  // being counted. Call after stacks() has returned a comparison.
  const std::array<FunctionTotals, 2>* totalsBeside(Session& session);

  // From 0 to 1, of what was wanted last.
  double progress() const { return progress_; }
  // Whether an answer is of what could still be read, not of all.
  bool cut() const;
  // Changes whenever another comparison is returned, and is not that of one of another opening.
  uint64_t number() const { return (opening_ << 32) + number_; }

  // Returns the name of a function by its position in FunctionComparison::changes, as B has it or else A. Of several
  // that share its text, the first.
  NameId nameOf(size_t row) const { return rowNames_[row]; }
  // Returns the durations of its calls on a side, 0 or 1, of all functions that share its text; none if it has no calls
  // of known duration there.
  DurationCounts durationsOf(const FunctionChange& one, size_t side) const;
  // The calls of a side, 0 or 1, or of the first of its recordings; valid as long as functions() returns a comparison.
  const Calls& calls(size_t side) const { return calls_[side].front()->calls(); }

 private:
  NameId findName(std::string_view text) const;
  void follow(const Session& session, const Scopes& scopes);
  void follow(const FunctionsHow& how);
  bool ofTwoTraces() const;
  bool askCallsOf(Session& session, size_t side, bool quiet);
  bool several() const { return scopes_[0].several() || scopes_[1].several(); }
  SideFunctions sideOf(const Session& session, size_t side, size_t recording) const;
  bool askAllCalls(Session& session, bool quiet);
  bool askCalls(Session& session, bool quiet);
  bool askParted(Session& session, bool quiet);
  bool divide(SideFunctions& functions, size_t side);
  std::vector<SideFunctions> recordingsIn(const Session& session, size_t side);
  bool askThreads(Session& session, bool quiet);
  SideThreads threadsIn(const Session& session, size_t side) const;
  using Recordings = std::vector<std::shared_ptr<CallsQuestion>>;  // of each recording of a side
  using Stacks = std::array<std::shared_ptr<const StacksQuestion>, 2>;
  bool askTogether(Session& session, Stacks& sides);
  // Of a side: what the scheduler did in all of its time, and in both halves of it.
  using Threads = std::array<std::shared_ptr<SchedulingQuestion>, 3>;

  uint64_t opening_ = 0;  // Session::opening() of all below
  Scopes scopes_;
  FunctionsHow how_;                    // of calls_, functions_ and what follows
  std::shared_ptr<CallsQuestion> all_;  // calls of FunctionsHow::slowest
  std::optional<SlowestCalls> parted_;
  std::string missing_;
  std::array<Recordings, 2> calls_;
  // comparedClass() of them, and what is left of each side for that.
  std::optional<uint32_t> onlyClass_;
  std::array<std::string, 2> left_;
  std::array<Threads, 2> scheduling_;
  std::optional<FunctionComparison> functions_;
  std::optional<ThreadComparison> threads_;
  // Which stacks are told apart is found of both sides first, and then they are counted once.
  StacksAnswers sideStacks_{JobKind::ComparedStacks, false};
  // If a side has too many stacks to tell all apart: what each has of those that have a share of A or of B.
  StacksAnswers shares_{JobKind::ComparedStacks, false};
  std::array<std::shared_ptr<StacksQuestion>, 2> together_;
  std::optional<StackComparison> stacks_;
  bool beyond_ = false;                                  // StackComparison::beyondFunctions() of it
  std::optional<std::array<FunctionTotals, 2>> totals_;  // of both sides, as functions count
  std::optional<bool> lacking_;                          // lackPartners() of both sides' stacks
  bool callersWanted_ = false;  // calls_ tell who calls whom: functions of both traces lack partners
  // By the texts of FunctionChange, which the index owns, on each side.
  std::array<std::unordered_map<std::string_view, std::vector<NameId>>, 2> names_;
  std::vector<NameId> rowNames_;  // by position in functions_->changes
  double progress_ = 0;
  uint64_t number_ = 0;
};

}  // namespace tp::ui
