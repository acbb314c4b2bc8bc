// The warning that somebody looks at, and the way to the place on the timeline that it speaks of.
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
  // Position in TraceIndex::warnings(); < 0: none.
  int chosen() const { return chosen_; }
  // Shows it, and goes to its place as soon as that is known. < 0: none.
  void choose(Context& c, int warning);
  // Once a frame.
  void follow(Context& c);
  // Null while it is not known, or none is chosen.
  const OffsetPlace* place() const { return asked_ && asked_->done() ? &asked_->found() : nullptr; }

 private:
  int chosen_ = -1;
  std::shared_ptr<OffsetQuestion> asked_;
  bool going_ = false;
};

// Where it is in its file and on the timeline, as far as that is known.
std::string warningPlaceText(const Context& c, const Warning& warning);

}  // namespace tp::ui
