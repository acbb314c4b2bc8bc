// What the Sandwich panel shows: who calls a function, and what it calls, directly and by stacks.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "ui/calls/flame_view.h"
#include "ui/view/stacks_answers.h"

namespace tp::ui {

// One half: the callers of the function, or its callees.
struct SandwichHalf {
  explicit SandwichHalf(JobKind kind) : answers(kind) {}

  // Asks for what is wanted, and takes the answer if it is there.
  void update(Context& c);
  // Returns whether `shown` is what the context asks for.
  bool current(const Context& c) const;
  bool callers() const { return answers.kind() == JobKind::Callers; }

  StacksAnswers answers;
  std::shared_ptr<const StacksQuestion> shown;  // null until there is an answer
  uint64_t made = 0;                            // number of answers so far
  bool fresh = false;                           // a new answer came in this frame
  std::vector<DirectCall> rows;                 // the direct callers or callees, the most time first
  FlameView view;
};

struct Sandwich {
  size_t trackClass = 0;      // of the calls, as CallProfiles::classOf() has it
  NameId function = kNoName;  // that `row` is about
  int row = -1;               // that the keys have chosen, among the callers and then the callees; -1: none
  bool moved = false;         // it is to be brought into view
  uint64_t opening = 0;       // Session::opening() that it is about
  std::array<SandwichHalf, 2> halves{SandwichHalf(JobKind::Callers), SandwichHalf(JobKind::Callees)};
};

// The name of a row; for kNoName, that no caller was recorded.
std::string directText(const ShownNames& names, const DirectCall& row);

}  // namespace tp::ui
