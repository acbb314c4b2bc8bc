#include "ui/view/stacks_answers.h"

#include <algorithm>

#include "ui/view/context.h"

namespace tp::ui {

std::shared_ptr<const StacksQuestion> StacksAnswers::want(Session& session, const StackQuery& query, bool all) {
  if (opening_ != session.opening() || naming_ != session.naming()) forget();
  opening_ = session.opening();
  naming_ = session.naming();
  if (asked_ && asked_->done()) {
    answers_.insert(answers_.begin(), std::move(asked_));
    asked_.reset();
    answers_.resize(std::min(answers_.size(), kMax));
  }
  auto found = std::find_if(answers_.begin(), answers_.end(), [&](const auto& one) { return one->query() == query; });
  if (found != answers_.end()) {
    std::rotate(answers_.begin(), found, found + 1);
    return answers_.front();
  }
  const bool asking = asked_ && asked_->query() == query && session.working(kind_);
  // While a range is being dragged, nothing is asked for.
  if (!asking && session.phase() == Phase::Ready && !ImGui::IsMouseDown(0)) {
    asked_ = std::make_shared<StacksQuestion>(kind_, query, all, shares_);
    session.ask(asked_);
  }
  return nullptr;
}

void StacksAnswers::forget() {
  asked_.reset();
  answers_.clear();
}

}  // namespace tp::ui
