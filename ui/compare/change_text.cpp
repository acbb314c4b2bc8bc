#include "ui/compare/change_text.h"

#include <cmath>
#include <cstdio>

#include "core/analysis/compare/change_parts.h"
#include "core/analysis/compare/compared_side.h"
#include "core/export/compare_parts.h"
#include "ui/base/time_text.h"

namespace tp::ui {
namespace {

const char* signOf(int64_t change) {
  return change < 0 ? "\u2212" : change > 0 ? "+" : "";
}

}  // namespace

std::string changeText(Time change, const ClockInfo& clock) {
  return shownChange(change, clock);
}

std::string countChangeText(int64_t change) {
  return signOf(change) + countText(sizeOf(change));
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
  if (!clock.isNs || time == 0 || time >= kFew || time <= -kFew) return durationText((time + 500) / 1000, clock, bound);
  char text[40];
  std::snprintf(text, sizeof text, "%.2f ns", static_cast<double>(time) / 1000);
  return boundSign(bound) + std::string(text);
}

std::string ShownFigures::change(int64_t change) const {
  if (!divided) return changeText(change, clock);
  return signOf(change) + time(change < 0 ? -change : change);
}

std::string ShownFigures::told(ToldTime told, int64_t time) const {
  if (told == ToldTime::AtMost) return this->time(time, Bound::AtMost);
  return tp::signOf(told) + this->time(time);
}

std::string ShownFigures::count(int64_t count) const {
  const uint64_t all = sizeOf(count);
  if (!divided) return countText(all);
  constexpr uint64_t kWhole = 1'000'000;  // less is shown with fractions
  if (all >= kWhole) return countText((all + 500) / 1000);
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", static_cast<double>(all) / 1000);
  return text;
}

std::string ShownFigures::countChange(int64_t change) const {
  return signOf(change) + count(change);
}

std::string partsText(const ShownFigures& shown, int64_t countChange, int64_t byCount, int64_t byEach,
                      const std::string& one) {
  const std::string name = one.empty() ? "" : " " + one;
  std::string text;
  if (countChange != 0) {
    const bool single = sizeOf(countChange) == (shown.divided ? 1000 : 1);
    text = "by " + shown.count(countChange) + (countChange > 0 ? " more" : " fewer") + name +
           (single || one.empty() ? ": " : "s: ") + shown.change(byCount) + "; ";
  }
  if (byEach == 0) return text + "each" + name + " as long as before: " + shown.change(byEach);
  return text + "by " + (byEach > 0 ? "longer " : "shorter ") + (one.empty() ? "ones" : one + "s") + ": " +
         shown.change(byEach);
}

}  // namespace tp::ui
