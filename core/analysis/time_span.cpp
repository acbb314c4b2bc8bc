#include "core/analysis/time_span.h"

#include <cmath>

#include "core/analysis/number.h"

namespace tp {
namespace {

struct Unit {
  std::string_view name;
  double ns;
};
constexpr Unit kUnits[] = {{"ns", 1},   {"us", 1e3}, {"\xc2\xb5s", 1e3}, {"\xce\xbcs", 1e3},
                           {"ms", 1e6}, {"s", 1e9},  {"min", 60e9},      {"h", 3600e9}};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Converts `ns` to units of the clock. Returns 0 if their length is not known.
double unitsIn(double ns, const ClockInfo& clock) {
  if (clock.isNs) return ns;
  if (clock.nsNum == 0) return 0;
  return ns * static_cast<double>(clock.nsDen) / static_cast<double>(clock.nsNum);
}

}  // namespace

bool parseTimeSpan(std::string_view text, const ClockInfo& clock, Time& out) {
  text = trimmed(text);
  bool plus = !text.empty() && text.front() == '+';
  if (plus) text = trimmed(text.substr(1));
  bool minus = !plus && !text.empty() && text.front() == '-';
  if (minus) text = trimmed(text.substr(1));
  Number number;
  size_t length = 0;
  if (text.empty() || text.front() == '-' || !parseNumber(text, number, length)) return false;
  std::string_view rest = trimmed(text.substr(length));
  double factor = rest.empty() ? 1 : 0;
  for (const Unit& unit : kUnits)
    if (unit.name == rest) factor = unitsIn(unit.ns, clock);
  if (factor == 0) return false;
  constexpr double kMax = 4e18;
  Number product = scaled(number, factor);
  double value = product.whole ? static_cast<double>(product.magnitude) : std::fabs(product.value);
  if (!(value < kMax)) return false;
  Time magnitude = product.whole ? static_cast<Time>(product.magnitude) : std::llround(value);
  out = minus ? -magnitude : magnitude;
  return true;
}

}  // namespace tp
