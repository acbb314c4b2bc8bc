// The fields of the open trace, by name. The workers are asked when somebody first wants them.
#pragma once

#include <memory>
#include <span>

#include "core/session/fields/field_names_question.h"
#include "core/session/session.h"

namespace tp::ui {

class FieldNames {
 public:
  // Returns those that are known; none until the workers have answered. Owned by this object.
  std::span<const NamedField> want(Session& session) {
    if (opening_ != session.opening()) *this = {};
    opening_ = session.opening();
    if (!asked_ && session.phase() == Phase::Ready) {
      asked_ = std::make_shared<FieldNamesQuestion>();
      session.ask(asked_);
    }
    return asked_ && asked_->done() ? std::span<const NamedField>(asked_->fields()) : std::span<const NamedField>();
  }

 private:
  uint64_t opening_ = 0;  // Session::opening() of the answer
  std::shared_ptr<FieldNamesQuestion> asked_;
};

}  // namespace tp::ui
