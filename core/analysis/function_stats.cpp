#include "core/analysis/function_stats.h"

#include <algorithm>

#include "core/trace/off_cpu.h"

namespace tp {

FunctionTable makeFunctionTable(const CallProfile& profile, const NameTable& names,
                                const std::vector<std::vector<FunctionSums>>& apart) {
  FunctionTable table;
  table.traces = apart.size();
  for (NameId name = 0; name < profile.functions.size(); ++name) {
    const FunctionSums& sums = profile.functions[name];
    if (sums.none()) continue;
    FunctionStats row;
    row.name = name;
    row.offCpu = isOffCpuSlice(names.view(name));
    row.calls = sums.calls;
    row.total = sums.total;
    row.self = std::max<int64_t>(0, sums.self);
    row.selfDoubt = sums.selfDoubt;
    row.sum = sums.sum;
    row.atMost = sums.atMost;
    row.open = sums.open;
    row.unbegun = sums.unbegun;
    row.openTotal = sums.openTotal;
    row.openSelf = std::max<int64_t>(0, sums.openSelf);
    if (const DurationCounts* counts = profile.durations.of(name)) {
      std::vector<DurationCount> sorted = counts->sorted();
      row.min = counts->min();
      row.max = counts->max();
      row.maxAtMost = row.atMost > 0 && sums.atMostMax >= row.max;
      row.median = quantile(sorted, row.calls, 0.5);
      row.p90 = quantile(sorted, row.calls, 0.9);
      row.p99 = quantile(sorted, row.calls, 0.99);
    }
    if (!row.offCpu) table.selfSum = plus(table.selfSum, row.self);
    row.number = static_cast<uint32_t>(table.rows.size());
    for (const std::vector<FunctionSums>& functions : apart) {
      const FunctionSums own = name < functions.size() ? functions[name] : FunctionSums();
      table.apart.push_back({own.calls, own.total, std::max<int64_t>(0, own.self), own.selfDoubt, own.atMost});
    }
    table.rows.push_back(row);
  }
  std::sort(table.rows.begin(), table.rows.end(), [&](const FunctionStats& a, const FunctionStats& b) {
    return a.total != b.total ? a.total > b.total : names.before(a.name, b.name);
  });
  return table;
}

bool FunctionStats::isAtMost(FunctionFigure figure) const {
  const bool count =
      figure == FunctionFigure::Calls || figure == FunctionFigure::Open || figure == FunctionFigure::Unbegun;
  if (count || atMost == 0) return false;
  return figure == FunctionFigure::Max ? maxAtMost : true;
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
    case FunctionFigure::Open:
      return static_cast<int64_t>(row.open);
    case FunctionFigure::Unbegun:
      return static_cast<int64_t>(row.unbegun);
    default:
      return row.total;
  }
}

bool endedWithinOpen(const FunctionStats& row) {
  return row.calls > 0 && row.openTotal > 0 && row.total < row.self;
}

std::optional<int64_t> knownFigure(const FunctionStats& row, FunctionFigure figure) {
  const bool count =
      figure == FunctionFigure::Calls || figure == FunctionFigure::Open || figure == FunctionFigure::Unbegun;
  if (!count && row.calls == 0) return std::nullopt;
  if (figure == FunctionFigure::Total && endedWithinOpen(row)) return std::nullopt;
  return figureOf(row, figure);
}

}  // namespace tp
