// StackCounts counts stacks separately for each class of calls (CallProfiles); only the best class is sent. FoundStacks
// merges those of all workers.
#pragma once

#include <array>
#include <memory>

#include "core/analysis/stack_frames.h"

namespace tp {

// The stacks of one worker.
class StackCounts {
 public:
  // All of them must outlive this. `heavy` is for the pass Heavy, else null.
  StackCounts(const StackSpec& spec, StackPass pass, const NameTable& names, const HeavyStacks* heavy)
      : spec_(spec), pass_(pass), names_(names), heavy_(heavy) {}

  // The reference stays valid as long as this.
  StackFrames& of(size_t profile);
  // Notes what is not certain of the time in states, which threads have.
  void addStates(const StateSums& states) { of(0).addStates(states); }
  // These are passed on to the StackFrames of each class.
  void clear();
  void setNow(Time now);
  void setBreadth(uint64_t breadth) { breadth_ = breadth; }

  // Returns kClasses while there are no calls.
  size_t bestClass() const;
  // Returns whether the best class has too many stacks to tell all of them apart: nothing that is added later changes
  // the answer.
  bool tooMany() const { return of_[0] && of_[0]->tooMany(); }
  // Writes what FoundStacks::merge() reads. There is no layout() of both: what is read is never kept, but added under
  // our own names to what other workers have told.
  void write(WireWriter& out) const;

 private:
  const StackSpec& spec_;
  StackPass pass_;
  const NameTable& names_;
  const HeavyStacks* heavy_;
  uint64_t breadth_ = 0;
  std::array<std::unique_ptr<StackFrames>, CallProfiles::kClasses> of_;
};

// The stacks of all workers, as one pass found them.
struct FoundStacks {
  size_t profile = CallProfiles::kClasses;  // the best class that any worker has
  StackSums sums;
  bool tooMany = false;
  CallTree tree;
  DirectCalls direct;  // of the leaf or the focus, if there is one
  FunctionGains functions;
  std::unique_ptr<StackSketch> sketch;

  // Adds what StackCounts::write() wrote. Returns false if the message is invalid.
  bool merge(WireReader& in, StackPass pass, bool byThread);
};

}  // namespace tp
