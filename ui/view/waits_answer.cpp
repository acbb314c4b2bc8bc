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

WaitsAnswer::UsersText WaitsAnswer::usersOf(const TraceIndex& index, const WakeupLatency& one) {
  if (!graph_) return {};
  const auto [texts, fresh] = users_.try_emplace({one.thread, one.woken, one.ran});
  if (fresh) {
    const WaitContext context{*graph_, index};
    const PathSegment segment = wakeupSegment(context, one);
    texts->second = {cpuUsersText(context, segment, true), cpuUsersText(context, segment, false)};
  }
  return {texts->second.first, texts->second.second};
}

}  // namespace tp::ui
