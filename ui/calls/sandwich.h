// What the sandwich shows: who calls a function, and what it calls, directly and by stacks.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "ui/calls/flame_view.h"
#include "ui/view/stacks_answers.h"

namespace tp::ui {

// Who calls it, or what it calls.
struct SandwichHalf {
  explicit SandwichHalf(JobKind kind) : answers(kind) {}

  // Asks for what is to be shown, and takes what there is.
  void update(Context& c);
  // Whether what is shown is what the context asks for.
  bool current(const Context& c) const;
  bool callers() const { return answers.kind() == JobKind::Callers; }

  StacksAnswers answers;
  std::shared_ptr<const StacksQuestion> shown;  // null before the first answer
  uint64_t made = 0;                            // counts answers
  bool fresh = false;                           // in the frame at hand
  std::vector<DirectCall> rows;                 // the direct ones, the most time first
  FlameView view;
};

struct Sandwich {
  uint64_t opening = 0;  // Session::opening() that it is of
  std::array<SandwichHalf, 2> halves{SandwichHalf(JobKind::Callers), SandwichHalf(JobKind::Callees)};
};

// How a row is called: the function's name; of callers, what is said where none was recorded.
std::string directText(const Context& c, const DirectCall& row);

}  // namespace tp::ui
