// Lays joined traces on each other at the first call of a function, or at two markers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/session/slices/slices_question.h"
#include "ui/view/context.h"

namespace tp::ui {

// Finds the first slice of a name in one of the joined traces.
class FirstCallQuestion final : public SlicesQuestion {
 public:
  explicit FirstCallQuestion(SliceQuery query) : SlicesQuestion(std::move(query)) {}
  JobKind kind() const override { return JobKind::FirstCall; }
};

// What is being looked for. Kept in Context::memory.
struct Aligning {
  uint64_t opening = 0;                                   // Session::opening() that it is about
  std::string function;                                   // empty: nothing is looked for
  std::vector<std::shared_ptr<FirstCallQuestion>> asked;  // of the first traces, in the order of TraceInfo::parts
};

// Looks for the first call of a function in each trace; followAligning() then shifts all but the first. Returns false
// if no trace has the function.
bool alignFirstCalls(Context& c, const std::string& function);
// Call once in each frame.
void followAligning(Context& c);

// Shifts the last trace so that the marker that was set last lies on the one that was set before. Says what is missing,
// and returns false, if there are not two.
bool alignMarkers(Context& c);

}  // namespace tp::ui
