#include "core/analysis/compare/function_rates.h"

#include <algorithm>

namespace tp {
namespace {

__extension__ using Wide = __int128;

int64_t divided(int64_t figure, const RateBase& by) {
  // Thousandths are taken of what the first division leaves, as there is no room for those of all.
  const Wide amount = static_cast<Wide>(by.amount), product = Wide{figure} * static_cast<Wide>(by.parts);
  const Wide whole = product / amount, left = product % amount;
  const Wide half = left < 0 ? -amount / 2 : amount / 2;
  const Wide limit = INT64_MAX / 1000;
  return static_cast<int64_t>(std::clamp(whole, -limit, limit) * 1000 + (left * 1000 + half) / amount);
}

}  // namespace

void divideFigures(std::vector<SideFunction>& functions, const RateBase& by) {
  for (SideFunction& one : functions) {
    FunctionFigures& figures = one.figures;
    figures.rate = divided(static_cast<int64_t>(std::min<uint64_t>(figures.calls, INT64_MAX)), by);
    if (figures.total) figures.total = divided(*figures.total, by);
    figures.self = divided(figures.self, by);
    figures.selfDoubt = divided(figures.selfDoubt, by);
    if (figures.halves) figures.halves = divided(*figures.halves, by);
  }
}

}  // namespace tp
