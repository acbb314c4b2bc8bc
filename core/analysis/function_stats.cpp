#include "core/analysis/function_stats.h"

#include <algorithm>

namespace tp {
namespace {

// Adds up the nodes by function. A node below one of the same name is a recursive call.
std::vector<FunctionStats> sumUp(const std::vector<CallNode>& nodes, bool byThread) {
  std::vector<FunctionStats> rows;
  CallChildren children = childrenOf(nodes);
  std::vector<int64_t> self = selfTimes(nodes);
  std::vector<uint32_t> active;  // by name: how often it is among the callers
  struct Step {
    uint32_t node;
    bool leaves;
  };
  std::vector<Step> left;
  auto enter = [&](uint32_t node) {
    for (size_t i = 0; i < children.countOf(node); ++i) left.push_back({children.of(node)[i], false});
  };
  enter(CallTree::kRoot);
  while (!left.empty()) {
    Step step = left.back();
    left.pop_back();
    const CallNode& node = nodes[step.node];
    bool thread = byThread && node.parent == CallTree::kRoot;
    if (thread) {
      enter(step.node);
      continue;
    }
    if (step.leaves) {
      --active[node.name];
      continue;
    }
    if (node.name >= rows.size()) {
      rows.resize(node.name + size_t{1});
      active.resize(rows.size(), 0);
    }
    FunctionStats& row = rows[node.name];
    row.name = node.name;
    row.calls += node.count;
    row.sum += node.total;
    row.self += self[step.node];
    if (active[node.name] == 0) row.total += node.total;
    if (children.countOf(step.node) == 0) continue;
    ++active[node.name];
    left.push_back({step.node, true});
    enter(step.node);
  }
  return rows;
}

}  // namespace

FunctionTable makeFunctionTable(const CallProfile& profile, bool byThread) {
  FunctionTable table;
  for (FunctionStats& row : sumUp(profile.tree.nodes(), byThread)) {
    if (row.calls == 0) continue;
    if (const DurationCounts* counts = profile.durations.of(row.name)) {
      std::vector<DurationCount> sorted = counts->sorted();
      row.min = counts->min();
      row.max = counts->max();
      row.median = quantile(sorted, row.calls, 0.5);
      row.p90 = quantile(sorted, row.calls, 0.9);
      row.p99 = quantile(sorted, row.calls, 0.99);
    }
    table.selfSum += row.self;
    table.rows.push_back(row);
  }
  std::sort(table.rows.begin(), table.rows.end(), [](const FunctionStats& a, const FunctionStats& b) {
    return a.total != b.total ? a.total > b.total : a.name < b.name;
  });
  return table;
}

int64_t figureOf(const FunctionStats& row, FunctionFigure figure) {
  switch (figure) {
    case FunctionFigure::Calls:
      return static_cast<int64_t>(row.calls);
    case FunctionFigure::Self:
      return row.self;
    case FunctionFigure::Average:
      return row.average();
    case FunctionFigure::Min:
      return row.min;
    case FunctionFigure::Median:
      return row.median;
    case FunctionFigure::P90:
      return row.p90;
    case FunctionFigure::P99:
      return row.p99;
    case FunctionFigure::Max:
      return row.max;
    default:
      return row.total;
  }
}

}  // namespace tp
