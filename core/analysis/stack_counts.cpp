#include "core/analysis/stack_counts.h"

namespace tp {

StackFrames& StackCounts::of(size_t profile) {
  if (!of_[profile]) {
    of_[profile] = std::make_unique<StackFrames>(spec_, pass_, names_, heavy_);
    of_[profile]->setBreadth(breadth_);
  }
  return *of_[profile];
}

void StackCounts::clear() {
  for (const auto& frames : of_)
    if (frames) frames->clear();
}

void StackCounts::setNow(Time now) {
  for (const auto& frames : of_)
    if (frames) frames->setNow(now);
}

size_t StackCounts::bestClass() const {
  size_t best = 0;
  while (best < of_.size() && (!of_[best] || of_[best]->empty())) ++best;
  return best;
}

void StackCounts::write(WireWriter& out) const {
  const size_t best = bestClass();
  out(static_cast<uint8_t>(best));
  if (best < of_.size()) of_[best]->write(out);
}

bool FoundStacks::merge(WireReader& in, StackPass pass, bool byThread) {
  const size_t theirs = in.read<uint8_t>();
  if (in.failed() || theirs > CallProfiles::kClasses) return false;
  // A worse class than the best does not count.
  if (theirs == CallProfiles::kClasses || theirs > profile) return true;
  if (theirs < profile) *this = FoundStacks();
  profile = theirs;
  sums.add(in.read<StackSums>());
  tooMany = in.read<bool>() || tooMany;
  if (pass == StackPass::Sketch) {
    auto told = std::make_unique<StackSketch>();
    in(*told);
    if (sketch) {
      sketch->add(*told);
    } else {
      sketch = std::move(told);
    }
    return !in.failed();
  }
  tree.merge(in, byThread);
  direct.add(in.read<std::vector<DirectCall>>());
  functions.add(in.read<std::vector<FunctionGain>>());
  return !in.failed();
}

}  // namespace tp
