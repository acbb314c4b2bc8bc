#include "core/analysis/compare/difference_boxes.h"

#include <algorithm>

namespace tp {

DifferenceBoxes::DifferenceBoxes(const StackComparison& compared, DifferenceWidth width)
    : compared_(compared), width_(width), weights_(compared.stacks.size(), 0) {
  for (size_t i = compared.stacks.size(); i-- > 0;) {
    const StackFigures one = drawn(static_cast<uint32_t>(i));
    weights_[i] = plus(weights_[i], plus(one.self, one.untold));
    if (i > 0) weights_[compared.stacks[i].parent] = plus(weights_[compared.stacks[i].parent], weights_[i]);
  }
}

StackFigures DifferenceBoxes::drawn(uint32_t stack) const {
  const ComparedStack& one = compared_.stacks[stack];
  if (width_ != DifferenceWidth::Larger) return (width_ == DifferenceWidth::A) != hatched(stack) ? one.a : one.b;
  StackFigures larger;
  larger.self = std::max(one.a.self, one.b.self);
  larger.untold = std::max(one.a.untold, one.b.untold);
  return larger;
}

bool DifferenceBoxes::hatched(uint32_t stack) const {
  const ComparedStack& one = compared_.stacks[stack];
  return width_ == DifferenceWidth::A ? !one.a.met : !one.b.met;
}

int64_t DifferenceBoxes::outline(uint32_t stack) const {
  const ComparedStack& one = compared_.stacks[stack];
  if (!one.a.met || !one.b.met || one.a.total == one.b.total) return -1;
  return width_ == DifferenceWidth::A ? one.b.total : one.a.total;
}

FlameBoxes DifferenceBoxes::lay(uint32_t top, float width, float least) const {
  const std::vector<ComparedStack>& stacks = compared_.stacks;
  FlameSource source;
  source.parent = [&](uint32_t stack) { return stacks[stack].parent; };
  source.weight = [&](uint32_t stack) { return weights_[stack]; };
  source.untold = [&](uint32_t stack) { return drawn(stack).untold; };
  source.children = [&](uint32_t stack, std::vector<uint32_t>& out) {
    for (uint32_t i = 0; i < stacks[stack].callees; ++i) out.push_back(stacks[stack].child + i);
    std::stable_sort(out.begin(), out.end(), [&](uint32_t x, uint32_t y) { return weights_[x] > weights_[y]; });
  };
  return layFlameBoxes(source, top, width, least);
}

int64_t changeScale(const StackComparison& compared, bool total) {
  int64_t most = 1;
  for (size_t i = 1; i < compared.stacks.size(); ++i) {
    const ComparedStack& one = compared.stacks[i];
    if (!one.known()) continue;
    const int64_t change = total ? one.totalChange() : one.selfChange();
    most = std::max(most, change < 0 ? minus(0, change) : change);
  }
  return most;
}

double changeShare(const StackComparison& compared, uint32_t stack, DifferenceColour colour, int64_t scale) {
  const ComparedStack& one = compared.stacks[stack];
  if (!one.known() || compared.nameOf(stack).name == kNotKnown) return 0;
  const auto change = static_cast<double>(colour.total ? one.totalChange() : one.selfChange());
  const auto before = static_cast<double>(colour.total ? one.a.total : one.a.self);
  if (!colour.proportional) return std::clamp(change / static_cast<double>(scale), -1.0, 1.0);
  if (before <= 0) return change > 0 ? 1 : 0;
  return std::clamp(change / before, -1.0, 1.0);
}

}  // namespace tp
