#include "ui/view/waits_answer.h"

#include <algorithm>
#include <utility>

namespace tp::ui {

std::shared_ptr<const WaitGraph> WaitsAnswer::want(Session& session, bool quiet) {
  if (opening_ != session.opening()) {
    *this = {};
    opening_ = session.opening();
  }
  if (!graph_ && asked_ && asked_->done()) graph_ = asked_->graph();
  const bool idle = session.phase() == Phase::Ready && !session.working(JobKind::Waits);
  if (!graph_ && !quiet && idle && !asked_)
    session.ask(asked_ = std::make_shared<WaitsQuestion>(session.index().info().parts.size() > 1));
  return graph_;
}

const WaitsAnswer::UsersText& WaitsAnswer::usersOf(Session& session, const WakeupLatency& one, bool quiet) {
  static const UsersText kNone;
  if (!graph_) return kNone;
  UsersText& texts = users_[{one.thread, one.woken, one.ran}];
  if (texts.whole) return texts;
  const WaitContext context{*graph_, session.index()};
  const PathSegment segment = wakeupSegment(context, one);
  const std::optional<CpuWorkScope> scope = cpuWorkScope(session.index().tracks(), segment);
  const CpuWork* work = scope ? workOf(*scope, quiet) : nullptr;
  texts.whole = !scope || work != nullptr;
  if (!texts.whole) return texts;
  texts.brief = cpuUsersText(context, segment, work, true);
  texts.full = cpuUsersText(context, segment, work, false);
  return texts;
}

const CpuWork* WaitsAnswer::workOf(const CpuWorkScope& scope, bool quiet) {
  for (const auto& question : {asking_, answered_})
    if (const CpuWork* work = question ? question->workOf(scope) : nullptr) return work;
  const bool asked = asking_ && asking_->asks(scope);
  const bool known = std::find(missing_.begin(), missing_.end(), scope) != missing_.end();
  if (!quiet && !asked && !known && missing_.size() < CpuWorkQuestion::kMaxScopes) missing_.push_back(scope);
  return nullptr;
}

void WaitsAnswer::askMissing(Session& session) {
  const bool idle = session.phase() == Phase::Ready && !session.working(JobKind::CpuWork);
  if (missing_.empty() || !idle) return;
  answered_ = std::move(asking_);
  asking_ = std::make_shared<CpuWorkQuestion>(std::move(missing_));
  missing_.clear();
  session.ask(asking_);
}

const std::string& WaitsAnswer::pendingOf(Session& session, const PendingSoftirq& one) {
  static const std::string kNone;
  if (!graph_) return kNone;
  std::string& text = pending_[{one.cpu, one.raised, one.entered}];
  if (!text.empty()) return text;
  const CpuWork* work = work_.want(session, CpuWorkScope{one.cpu, one.raised, one.entered}, false);
  if (work != nullptr) text = pendingWords({*graph_, session.index()}, one, work, nullptr).text();
  return text;
}

}  // namespace tp::ui
