#include "ui/view/group_order.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace tp::ui {
namespace {

constexpr std::array<std::string_view, 6> kNames = {"count", "total", "self", "median", "p99", "max"};

}  // namespace

std::string_view groupFigureName(GroupFigure figure) {
  return kNames[static_cast<size_t>(figure)];
}

std::optional<GroupFigure> groupFigureNamed(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<GroupFigure>(found - kNames.begin());
}

std::optional<int64_t> groupValue(const SliceGroup& group, const GroupFigures& figures, GroupFigure figure) {
  if (figure == GroupFigure::Count) return static_cast<int64_t>(group.sums.count);
  if (group.sums.count == 0) return std::nullopt;
  switch (figure) {
    case GroupFigure::Total:
      return group.sums.total;
    case GroupFigure::Self:
      return group.sums.self;
    case GroupFigure::Median:
      return figures.median;
    case GroupFigure::P99:
      return figures.p99;
    default:
      return figures.max;
  }
}

std::vector<uint32_t> sortedGroups(const std::vector<SliceGroup>& groups, const std::vector<GroupFigures>& figures,
                                   GroupOrder order) {
  std::vector<uint32_t> sorted(groups.size());
  std::iota(sorted.begin(), sorted.end(), uint32_t{0});
  std::stable_sort(sorted.begin(), sorted.end(), [&](uint32_t a, uint32_t b) {
    const std::optional<int64_t> left = groupValue(groups[a], figures[a], order.by);
    const std::optional<int64_t> right = groupValue(groups[b], figures[b], order.by);
    if (!left || !right) return left && !right;
    return order.ascending ? *left < *right : *left > *right;
  });
  return sorted;
}

}  // namespace tp::ui
