#include "core/analysis/compare/function_rates.h"

#include <algorithm>

#include "core/trace/sums.h"
#include "core/trace/time_text.h"

namespace tp {

std::optional<RateBase> secondsOf(const ComparedSide& side) {
  const ClockInfo& clock = side.clock;
  const double ns = toNs(static_cast<double>(minus(side.end, side.begin)), clock);
  if (ns < 1 || (!clock.isNs && (clock.nsNum == 0 || clock.nsDen == 0))) return std::nullopt;
  return RateBase{static_cast<uint64_t>(ns), 1'000'000'000};
}

int64_t rateOf(int64_t figure, const RateBase& by, bool thousandths) {
  __extension__ using Wide = __int128;
  const int64_t steps = thousandths ? 1 : 1000;  // so many of what is returned are a whole
  // Steps are taken of what the first division leaves, as there is no room for those of all.
  const Wide amount = static_cast<Wide>(by.amount), product = Wide{figure} * static_cast<Wide>(by.parts);
  const Wide whole = product / amount, left = product % amount;
  const Wide half = left < 0 ? -amount / 2 : amount / 2;
  const Wide limit = INT64_MAX / steps;
  return static_cast<int64_t>(std::clamp(whole, -limit, limit) * steps + (left * steps + half) / amount);
}

void divideFigures(std::vector<SideFunction>& functions, const RateBase& by) {
  for (SideFunction& one : functions) {
    FunctionFigures& figures = one.figures;
    const bool thousandths = figures.rate.has_value();
    const int64_t calls = figures.rate.value_or(static_cast<int64_t>(std::min<uint64_t>(figures.calls, INT64_MAX)));
    figures.rate = rateOf(calls, by, thousandths);
    if (figures.total) figures.total = rateOf(*figures.total, by, thousandths);
    figures.self = rateOf(figures.self, by, thousandths);
    figures.selfDoubt = rateOf(figures.selfDoubt, by, thousandths);
    if (figures.halves) figures.halves = rateOf(*figures.halves, by, thousandths);
  }
}

}  // namespace tp
