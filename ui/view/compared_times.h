// The latencies and the waits of the two sides of a comparison, A and B, as the workers answer for them: one question
// after the other, each kept until another scope is wanted.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "core/analysis/compare/side_waits.h"
#include "core/session/compare/latency_questions.h"
#include "core/session/session.h"
#include "ui/view/waits_answer.h"

namespace tp::ui {

class ComparedTimes {
 public:
  using Scopes = std::array<ComparedScope, 2>;  // A, B

  // Return the comparison; null while it is being computed, or if it can't be: see missing(). Then ask for what is
  // missing, unless `quiet`. `perSecond`: figures are for each second of a side's time. Owned by this object, until
  // other scopes are wanted.
  const TimedComparison* latencies(Session& session, const Scopes& scopes, bool perSecond, bool quiet);
  const TimedComparison* waits(Session& session, WaitsAnswer& graph, const Scopes& scopes, bool perSecond, bool quiet);

  // The same, neither divided nor kept, as a report has it; nullopt while it is being computed.
  std::optional<TimedComparison> wholeLatencies(Session& session, const Scopes& scopes);
  std::optional<TimedComparison> wholeWaits(Session& session, WaitsAnswer& graph, const Scopes& scopes);

  // Why there will be no comparison, as a sentence; empty: there will.
  const std::string& missing() const { return missing_; }
  // From 0 to 1, of what was wanted last.
  double progress() const { return progress_; }
  // Whether an answer is of what could still be read, not of all.
  bool cut() const;
  // Changes whenever another comparison is returned, and is not that of one of another opening.
  uint64_t number() const { return (opening_ << 32) + number_; }
  // Returns the row of a change of the latest comparison on a side, 0 or 1; null if the side does not have it.
  const TimedRow* row(const TimedChange& one, size_t side) const;

 private:
  // Of latencies, and of waits.
  struct Found {
    std::optional<std::array<SideTimes, 2>> sides;  // not divided
    std::optional<TimedComparison> changes;
  };

  void follow(const Session& session, const Scopes& scopes, bool perSecond);
  bool askLatencies(Session& session, bool quiet);
  bool askWaits(Session& session, WaitsAnswer& graph, bool quiet);
  const TimedComparison* compare(Found& found);

  uint64_t opening_ = 0;  // Session::opening() of all below
  Scopes scopes_;
  bool perSecond_ = false;
  std::array<std::optional<LatencyQuestions>, 2> questions_;
  std::array<std::unique_ptr<WaitSums>, 2> sums_;
  std::shared_ptr<const WaitGraph> graph_;  // of sums_
  Found latencies_, waits_;
  bool showsWaits_ = false;  // what was returned last
  std::string missing_;
  double progress_ = 0;
  uint64_t number_ = 0;
};

}  // namespace tp::ui
