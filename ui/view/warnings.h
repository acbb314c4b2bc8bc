// The warning that is chosen in the list, and its place on the timeline.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/session/places/offset_question.h"
#include "core/session/session.h"

namespace tp::ui {

struct Context;

class ChosenWarning {
 public:
  // Position in TraceIndex::warnings(); negative: none.
  int chosen() const { return chosen_; }
  // Chooses a warning, and goes to its place as soon as that is known. Negative: none.
  void choose(Context& c, int warning);
  // Call once in each frame.
  void follow(Context& c);
  // Null if no warning is chosen or its place is not known yet.
  const OffsetPlace* place() const { return asked_ && asked_->done() ? &asked_->found() : nullptr; }

 private:
  int chosen_ = -1;
  std::shared_ptr<OffsetQuestion> asked_;
  bool going_ = false;
};

// Where a warning is in its file, and on the timeline if it is the chosen one and that is known. Empty without an
// offset.
std::string warningPlaceText(const Context& c, const Warning& warning);

}  // namespace tp::ui
