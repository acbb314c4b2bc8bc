// Lays joined traces on each other: at the first call of a function, from its first to its last call, or at two
// markers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/session/slices/slices_question.h"
#include "ui/view/context.h"

namespace tp::ui {

// Finds the first or the last slices of a name in one of the joined traces.
class FirstCallQuestion final : public SlicesQuestion {
 public:
  explicit FirstCallQuestion(SliceQuery query) : SlicesQuestion(std::move(query)) {}
  JobKind kind() const override { return JobKind::FirstCall; }
};

enum class Align : uint8_t {
  Shift,    // the first calls begin at one time
  Stretch,  // and the last ones end at one time
};

// What is being looked for. Kept in Context::memory.
struct Aligning {
  uint64_t opening = 0;  // Session::opening() that it is about
  std::string function;  // empty: nothing is looked for
  Align how = Align::Shift;
  // Of the first traces, in the order of TraceInfo::parts: of each the first calls and, to stretch, then the last ones.
  std::vector<std::shared_ptr<FirstCallQuestion>> asked;
};

// Looks for the first call of a function in each trace and, to stretch, for the last one; followAligning() then shifts
// or stretches all but the first. Returns false if no trace has the function.
bool alignAtCalls(Context& c, const std::string& function, Align how);
// Call once in each frame.
void followAligning(Context& c);

// Shifts the last trace so that the marker that was set last lies on the one that was set before. Says what is missing,
// and returns false, if there are not two.
bool alignMarkers(Context& c);

}  // namespace tp::ui
