// What the scheduler did within a scope. The workers are asked once, and the answer is kept until another scope is
// wanted.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/session/scheduling/scheduling_question.h"
#include "core/session/session.h"
#include "ui/view/marked_range.h"

namespace tp::ui {

class SchedulingAnswer {
 public:
  // Returns the answer for a scope, perhaps with another filter; null if it is not there. Then, and if it has another
  // filter, asks for it, unless `quiet` or the trace is not indexed yet.
  const Scheduling* want(Session& session, const SchedulingScope& scope, const LatencyFilter& filter,
                         bool quiet = false) {
    if (opening_ != session.opening()) *this = {};
    opening_ = session.opening();
    bool same = asked_ && asked_->scope() == scope && asked_->filter() == filter;
    if (same && asked_->done()) shown_ = asked_;
    // A question that is under way, perhaps of another view, is not interrupted.
    bool idle = session.phase() == Phase::Ready && !session.working(JobKind::Scheduling);
    if (!quiet && idle && !(same && asked_->done())) {
      asked_ = std::make_shared<SchedulingQuestion>(scope, filter);
      session.ask(asked_);
    }
    return shown_ && shown_->scope() == scope ? &shown_->scheduling() : nullptr;
  }
  // The last answer, for whatever scope; null if there is none. Owned by this object.
  const Scheduling* last() const { return shown_ ? &shown_->scheduling() : nullptr; }
  // Identifies the last answer, also among those of other traces; 0: there is none.
  uint32_t number() const { return shown_ ? shown_->id() : 0; }
  // Percentiles of the last answer. Sorted once for each answer.
  const Scheduling::Percentiles& percentiles() {
    if (shown_ && sorted_ != number()) percentiles_ = shown_->scheduling().percentiles();
    sorted_ = number();
    return percentiles_;
  }
  double progress() const { return asked_ ? asked_->progress() : 0; }

 private:
  uint64_t opening_ = 0;  // Session::opening() of the answers
  std::shared_ptr<SchedulingQuestion> asked_;
  std::shared_ptr<SchedulingQuestion> shown_;
  uint32_t sorted_ = 0;  // number() of percentiles_
  Scheduling::Percentiles percentiles_;
};

// How the panel shows the answer.
struct SchedulingView {
  // Of a part of the panel. Where there is room, the worst are shown with the latencies, and wakers with the CPUs.
  enum Section : uint8_t { kThreads, kLatencies, kWorst, kCpus, kWakers };
  uint8_t section = kThreads;  // that is shown if there is no room for all
  int column = 2;              // by which threads are sorted
  bool ascending = false;
  TrackId thread = kNoTrack;
  uint32_t trace = kEveryTrace;          // of several: the one that is counted
  std::vector<uint32_t> visible;         // positions in Scheduling::threads of the rows on the screen, in their order
  bool softirqs = false;                 // in place of the latencies of wakeups: how long softirqs were pending
  LatencyFilter latencies;               // which latencies are listed
  std::optional<WakeupLatency> latency;  // the one of the list that was shown last
  bool revealLatency = false;            // scroll the list so that this one is in view
  bool goOn = false;                     // go to the next of them as soon as there is an answer
  // While the time of a wait of the list is marked: the list, which is that of the range before.
  struct Kept {
    std::optional<MarkedRange> range, before;
    std::vector<WakeupLatency> latencies;
    uint64_t count = 0;
  };
  std::optional<Kept> kept;
};

}  // namespace tp::ui
