// The figures of groups of slices, by which the panel sorts them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/export/slice_rows.h"

namespace tp::ui {

enum class GroupFigure : uint8_t { Count, Total, Self, Median, P99, Max };

// The name for actions: "count", "total", "self", "median", "p99", "max".
std::string_view groupFigureName(GroupFigure figure);
std::optional<GroupFigure> groupFigureNamed(std::string_view name);

struct GroupOrder {
  GroupFigure by = GroupFigure::Total;
  bool ascending = false;

  bool operator==(const GroupOrder& other) const = default;
};

// The value of a figure: a count, or clock units; nullopt if no duration of the group is known.
std::optional<int64_t> groupValue(const SliceGroup& group, const GroupFigures& figures, GroupFigure figure);

// Returns the indices of the groups in the order in which they are shown. `figures` are those of the groups, one each.
// Groups that have no such figure come last, whichever way the others are sorted.
std::vector<uint32_t> sortedGroups(const std::vector<SliceGroup>& groups, const std::vector<GroupFigures>& figures,
                                   GroupOrder order);

}  // namespace tp::ui
