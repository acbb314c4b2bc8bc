#include "core/trace/time_text.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tp {
namespace {

constexpr const char* kThinSpace = " ";

bool isTime(const ClockInfo& clock) {
  return clock.isNs || (clock.nsNum > 0 && clock.nsDen > 0);
}

std::string grouped(std::string digits) {
  for (size_t i = digits.size(); i > 3;) {
    i -= 3;
    if (i == 1 && digits[0] == '-') break;
    digits.insert(i, kThinSpace);
  }
  return digits;
}

// Rounds a bound to 1 / `parts`, so that it stays one. Any other value is returned as it is.
double rounded(double value, double parts, Bound bound) {
  // What a double adds to a decimal fraction does not count.
  constexpr double kNothing = 1e-9;
  if (bound == Bound::AtMost) return std::ceil(value * parts - kNothing) / parts;
  if (bound == Bound::AtLeast) return std::floor(value * parts + kNothing) / parts;
  return value;
}

std::string scaled(double value, const char* unit, Bound bound = Bound::None) {
  const int decimals = std::fabs(value) >= 100 ? 0 : std::fabs(value) >= 10 ? 1 : 2;
  const double parts = decimals == 0 ? 1 : decimals == 1 ? 10 : 100;
  char text[48];
  std::snprintf(text, sizeof text, "%.*f %s", decimals, rounded(value, parts, bound), unit);
  return text;
}

}  // namespace

double toNs(double units, const ClockInfo& clock) {
  if (clock.isNs || !isTime(clock)) return units;
  return units * static_cast<double>(clock.nsNum) / static_cast<double>(clock.nsDen);
}

const char* boundSign(Bound bound) {
  return bound == Bound::AtMost ? "\u2264" : bound == Bound::AtLeast ? "\u2265" : "";
}

std::string durationText(Time units, const ClockInfo& clock, Bound bound) {
  const std::string sign = boundSign(bound);
  if (!isTime(clock)) return sign + grouped(std::to_string(units));
  const double ns = toNs(static_cast<double>(units), clock), size = std::fabs(ns);
  if (units == 0 || (size < 1000 && clock.isNs)) return sign + std::to_string(units) + " ns";
  if (size < 1e3) return sign + scaled(ns, "ns", bound);
  if (size < 1e6) return sign + scaled(ns / 1e3, "\u00b5s", bound);
  if (size < 1e9) return sign + scaled(ns / 1e6, "ms", bound);
  if (size < 60e9) return sign + scaled(ns / 1e9, "s", bound);
  return sign + scaled(ns / 60e9, "min", bound);
}

std::string percentText(Time part, Time whole, Bound bound) {
  const double share = whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0;
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", rounded(share, 10, bound));
  return boundSign(bound) + std::string(text);
}

std::string offsetText(Time units, const ClockInfo& clock) {
  if (!isTime(clock)) return grouped(std::to_string(units));
  const double ns = toNs(static_cast<double>(units), clock), size = std::fabs(ns);
  if (size < 1e3) return durationText(units, clock);
  const bool us = size < 1e6, ms = size < 1e9;
  char text[40];
  std::snprintf(text, sizeof text, us || ms ? "%.3f" : "%.6f", ns / (us ? 1e3 : ms ? 1e6 : 1e9));
  return std::string(text) + (us ? " \u00b5s" : ms ? " ms" : " s");
}

std::string exactText(Time units, const ClockInfo& clock) {
  return grouped(std::to_string(units)) + kThinSpace + (clock.isNs ? "ns" : "ticks");
}

std::string countText(uint64_t count) {
  return grouped(std::to_string(count));
}

std::string countText(uint64_t count, std::string_view one) {
  return countText(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}

std::string bytesText(uint64_t bytes) {
  double value = static_cast<double>(bytes);
  if (bytes < 1000) return std::to_string(bytes) + " B";
  if (value < 1e6) return scaled(value / 1e3, "kB");
  if (value < 1e9) return scaled(value / 1e6, "MB");
  return scaled(value / 1e9, "GB");
}

}  // namespace tp
