// Stacks of each class of calls (CallProfiles), of which the best counts: of one worker, and of all together.
#pragma once

#include <array>
#include <memory>

#include "core/analysis/stack_frames.h"

namespace tp {

// Of one worker.
class StackCounts {
 public:
  // All of them outlive this. `heavy`: for that pass, else null.
  StackCounts(const StackSpec& spec, StackPass pass, const NameTable& names, const HeavyStacks* heavy)
      : spec_(spec), pass_(pass), names_(names), heavy_(heavy) {}

  // It stays where it is.
  StackFrames& of(size_t profile);
  void clear();
  void setNow(Time now);
  void setBreadth(uint64_t breadth) { breadth_ = breadth; }

  // kClasses while there is nothing.
  size_t bestClass() const;
  // Nothing that may come can make the answer another one: there are too many stacks to tell all of them apart.
  bool tooMany() const { return of_[0] && of_[0]->tooMany(); }
  void write(WireWriter& out) const;

 private:
  const StackSpec& spec_;
  StackPass pass_;
  const NameTable& names_;
  const HeavyStacks* heavy_;
  uint64_t breadth_ = 0;
  std::array<std::unique_ptr<StackFrames>, CallProfiles::kClasses> of_;
};

// Of all workers, as one pass found them.
struct FoundStacks {
  size_t profile = CallProfiles::kClasses;  // the best class that somebody has
  StackSums sums;
  bool tooMany = false;
  CallTree tree;
  DirectCalls direct;  // of the leaf, or the focus, where there is one
  std::unique_ptr<StackSketch> sketch;

  // Adds what StackCounts::write() wrote. False where it makes no sense.
  bool merge(WireReader& in, StackPass pass, bool byThread, const CallProfiles::Renaming& renaming);
};

}  // namespace tp
