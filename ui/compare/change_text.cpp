#include "ui/compare/change_text.h"

#include <cmath>
#include <cstdio>

#include "core/analysis/compare/compared_side.h"
#include "core/export/compare_parts.h"
#include "ui/base/time_text.h"

namespace tp::ui {
namespace {

std::string signOf(int64_t change) {
  return change < 0 ? "\u2212" : change > 0 ? "+" : "";
}

uint64_t size(int64_t change) {
  return change < 0 ? uint64_t{0} - static_cast<uint64_t>(change) : static_cast<uint64_t>(change);
}

}  // namespace

std::string changeText(Time change, const ClockInfo& clock) {
  return shownChange(change, clock);
}

std::string countChangeText(int64_t change) {
  return signOf(change) + countText(size(change));
}

std::string grownText(int64_t from, int64_t to) {
  const double percent = grownPercent(from, to);
  if (percent == 0) return {};
  if (!std::isfinite(percent)) return "from 0";
  char text[48];
  const double shown = std::abs(percent);
  if (shown < 0.05) return percent < 0 ? "\u2212<0.1 %" : "+<0.1 %";
  std::snprintf(text, sizeof text, "%s%.*f %%", percent < 0 ? "\u2212" : "+", shown < 10 ? 1 : 0, shown);
  return text;
}

std::string ShownFigures::time(int64_t time, Bound bound) const {
  constexpr int64_t kFew = 100'000;  // less is shown with fractions of the clock's unit
  if (!divided) return durationText(time, clock, bound);
  if (!clock.isNs || time >= kFew || time <= -kFew) return durationText((time + 500) / 1000, clock, bound);
  char text[40];
  std::snprintf(text, sizeof text, "%.2f ns", static_cast<double>(time) / 1000);
  return boundSign(bound) + std::string(text);
}

std::string ShownFigures::change(int64_t change) const {
  if (!divided) return changeText(change, clock);
  return (change < 0 ? "\u2212" : change > 0 ? "+" : "") + time(change < 0 ? -change : change);
}

std::string ShownFigures::count(int64_t count) const {
  if (!divided) return countText(static_cast<uint64_t>(count));
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", static_cast<double>(count) / 1000);
  return text;
}

std::string ShownFigures::countChange(int64_t change) const {
  if (!divided) return countChangeText(change);
  return (change > 0 ? "+" : "") + count(change);
}

}  // namespace tp::ui
