#include "ui/view/waits_answer.h"

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
  const auto [place, fresh] = users_.try_emplace({one.thread, one.woken, one.ran});
  UsersText& texts = place->second;
  if (texts.whole) return texts;
  const WaitContext context{*graph_, session.index()};
  const PathSegment segment = wakeupSegment(context, one);
  const std::optional<CpuWorkScope> scope = cpuWorkScope(session.index().tracks(), segment);
  const CpuWork* work = scope ? work_.want(session, *scope, quiet) : nullptr;
  texts.whole = !scope || work != nullptr;
  if (!fresh && !texts.whole) return texts;
  texts.brief = cpuUsersText(context, segment, work, true);
  texts.full = cpuUsersText(context, segment, work, false);
  return texts;
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
