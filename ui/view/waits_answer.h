// The wait graph of the open trace, which several views ask for, and who had the CPU that a woken thread waited for.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/analysis/waits/wait_words.h"
#include "core/session/session.h"
#include "core/session/waits/waits_question.h"

namespace tp::ui {

class WaitsAnswer {
 public:
  // Returns the graph; null until the trace has been gone through once. Then asks for that, unless `quiet` or the trace
  // is not indexed yet. The workers are asked once for each opening of a trace.
  std::shared_ptr<const WaitGraph> want(Session& session, bool quiet);
  // From 0 to 1.
  double progress() const { return asked_ ? asked_->progress() : 0; }
  // Returns who had the CPU that a woken thread waited for, as cpuUsersText() tells it; empty if there is no graph yet,
  // or if it is not known which CPU that was. Made once for each wakeup that is shown.
  // The text is valid until another trace is opened.
  struct UsersText {
    std::string_view brief, full;
  };
  UsersText usersOf(const TraceIndex& index, const WakeupLatency& one);

 private:
  uint64_t opening_ = 0;  // Session::opening() of all below
  std::shared_ptr<WaitsQuestion> asked_;
  std::shared_ptr<const WaitGraph> graph_;
  std::map<std::tuple<TrackId, Time, Time>, std::pair<std::string, std::string>>
      users_;  // by thread, WakeupLatency::woken and ran
};

}  // namespace tp::ui
