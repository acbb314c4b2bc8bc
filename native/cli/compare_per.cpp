#include "native/cli/compare_per.h"

#include <algorithm>

#include "core/analysis/compare/function_rates.h"
#include "core/export/export_writer.h"
#include "core/trace/sums.h"
#include "native/cli/open.h"

namespace tp::cli {
namespace {

constexpr uint32_t kPerSecond = 1'000'000'000;

// Return 0, having complained, if the side has none of it.
uint64_t nsOf(const ComparedSide& side, Time time, const char* what) {
  const ClockInfo& clock = side.clock;
  if (!clock.isNs && (clock.nsNum == 0 || clock.nsDen == 0))
    return complain(side.name + ": how long a unit of its clock is, is not known"), 0;
  const auto ns = static_cast<uint64_t>(std::max<Time>(0, exportNs(time, clock)));
  if (ns == 0) complain(side.name + ": it has no " + what);
  return ns;
}

uint64_t lengthOf(const ComparedSide& side) {
  return nsOf(side, minus(side.end, side.begin), "length");
}

uint64_t selfOf(const SideFunctions& of) {
  Time time = 0;
  for (const SideFunction& one : of.functions)
    if (!one.offCpu) time = plus(time, one.figures.self);
  return nsOf(of.side, time, "self time");
}

uint64_t callsOf(const SideFunctions& of, const std::string& name) {
  uint64_t calls = 0;
  for (const SideFunction& one : of.functions)
    if (one.name == name) calls = one.figures.calls;
  if (calls == 0) complain(of.side.name + ": it has no call of known duration of " + name);
  return calls;
}

}  // namespace

bool dividePer(const std::string& per, SideFunctions& side) {
  const bool time = per == "total" || per == "second";
  const uint64_t amount = per == "total" ? selfOf(side) : time ? lengthOf(side.side) : callsOf(side, per);
  if (amount == 0) return false;
  divideFigures(side.functions, {amount, time ? kPerSecond : 1});
  return true;
}

bool dividePerSecond(SideThreads& side) {
  const uint64_t amount = lengthOf(side.side);
  if (amount != 0) divideThreads(side, {amount, kPerSecond});
  return amount != 0;
}

bool dividePerSecond(SideTimes& side) {
  const uint64_t amount = lengthOf(side.side);
  if (amount != 0) divideTimes(side, {amount, kPerSecond});
  return amount != 0;
}

std::string perText(const std::string& per) {
  if (per == "total") return "second of self time";
  return per == "second" ? per : "call of " + per;
}

}  // namespace tp::cli
