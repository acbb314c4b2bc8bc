// What the scheduler did within a scope, as somebody wants to know it: asked once, and kept until something else is.
#pragma once

#include <memory>
#include <vector>

#include "core/session/scheduling/scheduling_question.h"
#include "core/session/session.h"

namespace tp::ui {

class SchedulingAnswer {
 public:
  // Null while it is not there; asks for it, unless `quiet`.
  const Scheduling* want(Session& session, const SchedulingScope& scope, bool quiet = false) {
    if (opening_ != session.opening()) *this = {};
    opening_ = session.opening();
    bool same = asked_ && asked_->scope() == scope;
    if (same && asked_->done()) shown_ = asked_;
    // Somebody else's question is left to end first.
    bool idle = session.phase() == Phase::Ready && !session.working(JobKind::Scheduling);
    if (!quiet && idle && !(same && asked_->done())) {
      asked_ = std::make_shared<SchedulingQuestion>(scope);
      session.ask(asked_);
    }
    return shown_ && shown_->scope() == scope ? &shown_->scheduling() : nullptr;
  }
  // The last that was there, of whatever scope; null before.
  const Scheduling* last() const { return shown_ ? &shown_->scheduling() : nullptr; }
  // Another number for another answer, also of another trace; 0: there is none.
  uint32_t number() const { return shown_ ? shown_->id() : 0; }
  // Those of the last, which take a sort.
  const Scheduling::Percentiles& percentiles() {
    if (shown_ && sorted_ != number()) percentiles_ = shown_->scheduling().percentiles();
    sorted_ = number();
    return percentiles_;
  }
  double progress() const { return asked_ ? asked_->progress() : 0; }

 private:
  uint64_t opening_ = 0;  // Session::opening()
  std::shared_ptr<SchedulingQuestion> asked_;
  std::shared_ptr<SchedulingQuestion> shown_;
  uint32_t sorted_ = 0;  // number()
  Scheduling::Percentiles percentiles_;
};

// How the panel shows it.
struct SchedulingView {
  int section = 0;  // where there is no room for all
  int column = 2;   // by which threads are sorted
  bool ascending = false;
  TrackId thread = kNoTrack;
  std::vector<uint32_t> visible;  // of Scheduling::threads, the rows on the screen in their order
  int latency = -1;               // of the worst: the one gone to last; none
  bool goOn = false;              // to the next of them, as soon as they are known
};

}  // namespace tp::ui
