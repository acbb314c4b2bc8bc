#include "core/analysis/compare/function_rates.h"

#include <algorithm>

namespace tp {
namespace {

__extension__ using Wide = __int128;

// `steps`: how many of what is returned a whole is.
int64_t divided(int64_t figure, const RateBase& by, int64_t steps) {
  // Steps are taken of what the first division leaves, as there is no room for those of all.
  const Wide amount = static_cast<Wide>(by.amount), product = Wide{figure} * static_cast<Wide>(by.parts);
  const Wide whole = product / amount, left = product % amount;
  const Wide half = left < 0 ? -amount / 2 : amount / 2;
  const Wide limit = INT64_MAX / steps;
  return static_cast<int64_t>(std::clamp(whole, -limit, limit) * steps + (left * steps + half) / amount);
}

}  // namespace

void divideFigures(std::vector<SideFunction>& functions, const RateBase& by) {
  for (SideFunction& one : functions) {
    FunctionFigures& figures = one.figures;
    const int64_t steps = figures.rate ? 1 : 1000;
    const int64_t calls = figures.rate.value_or(static_cast<int64_t>(std::min<uint64_t>(figures.calls, INT64_MAX)));
    figures.rate = divided(calls, by, steps);
    if (figures.total) figures.total = divided(*figures.total, by, steps);
    figures.self = divided(figures.self, by, steps);
    figures.selfDoubt = divided(figures.selfDoubt, by, steps);
    if (figures.halves) figures.halves = divided(*figures.halves, by, steps);
  }
}

}  // namespace tp
