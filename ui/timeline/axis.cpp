#include "ui/timeline/axis.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ui/base/time_text.h"

namespace tp::ui {
namespace {

struct Unit {
  double ns;
  const char* name;
};
constexpr Unit kUnits[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "\u00b5s"}, {1, "ns"}};

double niceStep(double atLeast) {
  double power = std::pow(10, std::floor(std::log10(atLeast)));
  for (double factor : {1.0, 2.0, 5.0})
    if (power * factor >= atLeast * 0.999999) return power * factor;
  return power * 10;
}

bool counts(const ClockInfo& clock) {
  return !clock.isNs && (clock.nsNum == 0 || clock.nsDen == 0);
}

// As many decimals of a second as tell multiples of `step` ns apart.
int decimalsOf(int64_t step) {
  int decimals = 9;
  for (; decimals > 0 && step % 10 == 0; step /= 10) --decimals;
  return decimals;
}

// "16732.760", of ns.
std::string secondsLabel(int64_t ns, int decimals) {
  char text[48];
  const uint64_t whole = ns < 0 ? 0 - static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
  std::snprintf(text, sizeof text, "%s%llu.%09llu", ns < 0 ? "-" : "",
                static_cast<unsigned long long>(whole / 1000000000),
                static_cast<unsigned long long>(whole % 1000000000));
  std::string label = text;
  label.resize(label.size() - static_cast<size_t>(decimals > 0 ? 9 - decimals : 10));
  return label;
}

// "17:33:05.123", of ns since 1970.
std::string dayLabel(int64_t ns, int decimals) {
  constexpr int64_t kSecond = 1000000000, kDay = 86400 * kSecond;
  const int64_t ofDay = (ns % kDay + kDay) % kDay, seconds = ofDay / kSecond;
  char text[48];
  std::snprintf(text, sizeof text, "%02d:%02d:%02d.%09d", static_cast<int>(seconds / 3600),
                static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60), static_cast<int>(ofDay % kSecond));
  std::string label = text;
  label.resize(label.size() - static_cast<size_t>(decimals > 0 ? 9 - decimals : 10));
  return label;
}

// Ticks whose labels do not count from the trace's beginning. All is in ns, or in counts of a clock whose unit has no
// known length; whole numbers, because doubles do not tell such times apart.
std::vector<Tick> ticksOnClock(const Viewport& view, const ClockInfo& clock, bool wall, double labelShare) {
  std::vector<Tick> ticks;
  const double scale = counts(clock) ? 1 : toNs(1, clock);
  const double begin = view.now().begin * scale, end = view.now().end * scale;
  const int64_t step = std::max<int64_t>(1, std::llround(niceStep(std::max((end - begin) * labelShare, 1.0))));
  int64_t origin = clock.isNs || counts(clock) ? view.base() : std::llround(static_cast<double>(view.base()) * scale);
  if (wall && __builtin_add_overflow(origin, clock.wallOffsetNs, &origin)) return ticks;
  int64_t first = 0;
  if (__builtin_add_overflow(origin, std::llround(std::ceil(begin)), &first)) return ticks;
  // Up to the next multiple of the step.
  const int64_t over = (first % step + step) % step;
  if (__builtin_add_overflow(first, over == 0 ? 0 : step - over, &first)) return ticks;
  const int decimals = decimalsOf(step);
  const bool rough = wall && clock.wallPrecisionNs > step;
  for (int i = 0; i < 200; ++i) {
    int64_t at = 0;
    if (__builtin_add_overflow(first, step * i, &at)) break;
    const double from = static_cast<double>(at - origin);
    if (from > end) break;
    ticks.push_back({(from - begin) / (end - begin), counts(clock) ? std::to_string(at)
                                                     : wall        ? (rough ? "~" : "") + dayLabel(at, decimals)
                                                                   : secondsLabel(at, decimals)});
  }
  return ticks;
}

}  // namespace

bool knowsTimes(const ClockInfo& clock, AxisTimes times) {
  return times != AxisTimes::Wall || (clock.hasWallOffset && clock.isNs);
}

std::vector<Tick> axisTicks(const Viewport& view, const ClockInfo& clock, Time from, AxisTimes times, float width) {
  constexpr double kLabel = 96, kLongLabel = 150;  // pixels
  const double pixels = static_cast<double>(std::max(1.0f, width));
  if (times == AxisTimes::Trace || !knowsTimes(clock, times)) return makeTicks(view, clock, from, kLabel / pixels);
  return ticksOnClock(view, clock, times == AxisTimes::Wall, kLongLabel / pixels);
}

std::vector<Tick> makeTicks(const Viewport& view, const ClockInfo& clock, Time from, double labelShare) {
  std::vector<Tick> ticks;
  const bool counted = counts(clock);
  const double scale = toNs(1, clock), before = static_cast<double>(view.base() - from);
  const double begin = (before + view.now().begin) * scale, end = (before + view.now().end) * scale;
  double step = niceStep(std::max((end - begin) * labelShare, 1e-3));
  // The unit depends on the largest time on the screen, the decimals on the step.
  const Unit* unit = &kUnits[3];
  for (const Unit& one : kUnits) {
    if (std::max(std::fabs(begin), std::fabs(end)) >= one.ns) {
      unit = &one;
      break;
    }
  }
  int decimals = counted ? 0 : std::max(0, static_cast<int>(std::ceil(std::log10(unit->ns / step) - 1e-6)));
  const double first = std::ceil(begin / step);
  for (int i = 0; i < 200; ++i) {
    const double at = (first + i) * step;
    if (at > end) break;
    char text[64];
    if (counted) {
      std::snprintf(text, sizeof text, "%.0f", at);
    } else {
      // Avoids "-0".
      const double value = std::fabs(at) < step / 2 ? 0 : at / unit->ns;
      std::snprintf(text, sizeof text, "%.*f %s", decimals, value, unit->name);
    }
    ticks.push_back({(at - begin) / (end - begin), text});
  }
  return ticks;
}

}  // namespace tp::ui
