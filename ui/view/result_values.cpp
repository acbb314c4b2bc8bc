#include "ui/view/result_values.h"

#include <cmath>
#include <cstdio>

#include "core/tables/result_text.h"
#include "ui/base/time_text.h"

namespace tp::ui {
namespace {

constexpr double kExact = 1e15;    // larger doubles have no digits behind the point
constexpr double kSmall = 0.0005;  // smaller ones would be 0

std::string signedText(bool negative, uint64_t count) {
  return (negative ? "-" : "") + countText(count);
}

std::string roundedText(double value) {
  const double size = std::abs(value);
  if (!(size < kExact) || (size < kSmall && size > 0)) return realText(value);
  char digits[8];
  double whole = 0;
  std::snprintf(digits, sizeof digits, "%.3f", std::modf(size, &whole));
  // 0.9996 is rounded up.
  if (digits[0] == '1') whole += 1;
  std::string fraction(digits + 1);
  while (fraction.size() > 2 && fraction.back() == '0') fraction.pop_back();
  return signedText(value < 0, static_cast<uint64_t>(whole)) + fraction;
}

}  // namespace

std::string cellText(const Cell& cell, ValueKind kind) {
  if (cell.kind == Cell::Kind::Real) return roundedText(cell.real);
  if (cell.kind != Cell::Kind::Integer || kind == ValueKind::Id) return shownText(cell);
  const auto bits = static_cast<uint64_t>(cell.integer);
  return signedText(cell.integer < 0, cell.integer < 0 ? 0 - bits : bits);
}

std::string cellTip(const Cell& cell, ValueKind kind, const ClockInfo& clock, Time begin) {
  const bool real = cell.kind == Cell::Kind::Real;
  std::string tip;
  if (real && realText(cell.real) != roundedText(cell.real)) tip = realText(cell.real);
  if (!real && cell.kind != Cell::Kind::Integer) return tip;
  // Beyond that, no time of a trace is.
  if (real && !(std::abs(cell.real) < kExact)) return tip;
  const Time value = real ? static_cast<Time>(std::llround(cell.real)) : cell.integer;
  std::string told;
  if (kind == ValueKind::Duration && value >= 0) told = durationText(value, clock);
  if (kind == ValueKind::Time && value >= begin) told = offsetText(value - begin, clock) + " after the beginning";
  return tip.empty() || told.empty() ? tip + told : told + " \u00b7 " + tip;
}

std::string clockNote(const ClockInfo& clock) {
  if (clock.isNs) return {};
  const bool tsc = clock.kind == ClockKind::Tsc;
  const std::string counts = tsc ? "TSC ticks" : "counts of the clock " + (clock.name.empty() ? "" : clock.name);
  if (clock.nsNum == 0) return "Times are " + counts + " of unknown length, not ns.";
  const double ns = static_cast<double>(clock.nsNum) / static_cast<double>(clock.nsDen > 0 ? clock.nsDen : 1);
  char text[64];
  if (ns < 1000)
    std::snprintf(text, sizeof text, ", %.4g %s, not ns.", ns < 1 ? 1 / ns : 1000 / ns, ns < 1 ? "GHz" : "MHz");
  else
    std::snprintf(text, sizeof text, " of %.4g %s, not ns.", ns >= 1e6 ? ns / 1e6 : ns / 1e3,
                  ns >= 1e6 ? "ms" : "\u00b5s");
  return "Times are " + counts + text;
}

}  // namespace tp::ui
