#include "ui/view/waits_answer.h"

namespace tp::ui {

std::shared_ptr<const WaitGraph> WaitsAnswer::want(Session& session, bool quiet) {
  if (opening_ != session.opening()) {
    *this = {};
    opening_ = session.opening();
  }
  if (!graph_ && asked_ && asked_->done()) graph_ = asked_->graph();
  const bool idle = session.phase() == Phase::Ready && !session.working(JobKind::Waits);
  if (!graph_ && !quiet && idle && !asked_) session.ask(asked_ = std::make_shared<WaitsQuestion>());
  return graph_;
}

std::string_view WaitsAnswer::usersOf(const TraceIndex& index, const WakeupLatency& one) {
  if (!graph_) return {};
  const auto [text, fresh] = users_.try_emplace({one.thread, one.woken, one.ran});
  if (fresh) {
    const WaitContext context{*graph_, index};
    text->second = cpuUsersText(context, wakeupSegment(context, one));
  }
  return text->second;
}

}  // namespace tp::ui
