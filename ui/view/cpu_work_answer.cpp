#include "ui/view/cpu_work_answer.h"

namespace tp::ui {

const CpuWork* CpuWorkAnswer::want(Session& session, const CpuWorkScope& scope, bool quiet) {
  if (opening_ != session.opening()) *this = {};
  opening_ = session.opening();
  const bool same = asked_ && asked_->scope() == scope;
  if (same && asked_->done()) shown_ = asked_;
  const bool idle = session.phase() == Phase::Ready && !session.working(JobKind::CpuWork);
  if (!quiet && idle && !(same && asked_->done())) {
    asked_ = std::make_shared<CpuWorkQuestion>(scope);
    session.ask(asked_);
  }
  return shown_ && shown_->scope() == scope ? &shown_->work() : nullptr;
}

}  // namespace tp::ui
