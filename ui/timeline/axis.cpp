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

}  // namespace

std::vector<Tick> makeTicks(const Viewport& view, const ClockInfo& clock, double labelShare) {
  std::vector<Tick> ticks;
  bool counts = !clock.isNs && (clock.nsNum == 0 || clock.nsDen == 0);
  double scale = toNs(1, clock);
  double begin = view.now().begin * scale, end = view.now().end * scale;
  double step = niceStep(std::max((end - begin) * labelShare, 1e-3));
  // The unit depends on the largest time on the screen, the decimals on the step.
  const Unit* unit = &kUnits[3];
  for (const Unit& one : kUnits) {
    if (std::max(std::fabs(begin), std::fabs(end)) >= one.ns) {
      unit = &one;
      break;
    }
  }
  int decimals = counts ? 0 : std::max(0, static_cast<int>(std::ceil(std::log10(unit->ns / step) - 1e-6)));
  const double first = std::ceil(begin / step);
  for (int i = 0; i < 200; ++i) {
    const double at = (first + i) * step;
    if (at > end) break;
    char text[64];
    if (counts) {
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
