// The wait graph of the open trace, which several views ask for, and who had the CPU that a woken thread waited for.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "core/analysis/waits/cpu_user_words.h"
#include "core/analysis/waits/wait_words.h"
#include "core/session/session.h"
#include "core/session/waits/waits_question.h"
#include "ui/view/cpu_work_answer.h"

namespace tp::ui {

class WaitsAnswer {
 public:
  // Returns the graph; null until the trace has been gone through once. Then asks for that, unless `quiet` or the trace
  // is not indexed yet. The workers are asked once for each opening of a trace.
  std::shared_ptr<const WaitGraph> want(Session& session, bool quiet);
  // From 0 to 1.
  double progress() const { return asked_ ? asked_->progress() : 0; }
  // Who had a CPU, as cpuUsersText() tells it, without the interrupts amid the times of threads.
  struct UsersText {
    std::string brief, full;
    bool whole = false;  // nothing is to be asked for it any more; until then, both are empty
  };
  // Returns who had the CPU that a woken thread waited for; empty texts if there is no graph yet, if the workers have
  // not told of the interrupts yet, or if it is not known which CPU that was. Made once for each wakeup; the workers
  // are asked for the interrupts with the next askMissing(), unless `quiet`. Valid until another trace is opened.
  const UsersText& usersOf(Session& session, const WakeupLatency& one, bool quiet);
  // Call after usersOf() was called for all that is wanted in a frame: asks for all that is missing at once, as far as
  // that are not more than can be asked for at a time.
  void askMissing(Session& session);
  // Returns how a softirq was pending, as pendingWords() tells it; empty until the workers have told of the interrupts
  // amid it, which they are asked for. Valid until another trace is opened.
  const std::string& pendingOf(Session& session, const PendingSoftirq& one);

 private:
  const CpuWork* workOf(const CpuWorkScope& scope, bool quiet);

  uint64_t opening_ = 0;  // Session::opening() of all below
  std::shared_ptr<WaitsQuestion> asked_;
  std::shared_ptr<const WaitGraph> graph_;
  std::map<std::tuple<TrackId, Time, Time>, UsersText> users_;      // by thread, WakeupLatency::woken and ran
  std::map<std::tuple<TrackId, Time, Time>, std::string> pending_;  // by CPU, PendingSoftirq::raised and entered
  CpuWorkAnswer work_;                                              // of what the CPU of pendingOf() did meanwhile
  // The same for usersOf(): what is still to be asked for, what was asked for last, and the answer before.
  std::vector<CpuWorkScope> missing_;
  std::shared_ptr<CpuWorkQuestion> asking_, answered_;
};

}  // namespace tp::ui
