#include "native/cli/compare_per.h"

#include <algorithm>

#include "core/analysis/compare/function_rates.h"
#include "core/export/export_writer.h"
#include "core/trace/sums.h"
#include "native/cli/open.h"

namespace tp::cli {
namespace {

constexpr uint32_t kPerSecond = 1'000'000'000;

// Returns 0, having complained, if the side has none of it.
uint64_t nsOf(const SideFunctions& of, bool total) {
  const ClockInfo& clock = of.side.clock;
  if (!clock.isNs && (clock.nsNum == 0 || clock.nsDen == 0))
    return complain(of.side.name + ": how long a unit of its clock is, is not known"), 0;
  Time time = total ? 0 : of.side.end - of.side.begin;
  for (const SideFunction& one : of.functions)
    if (total && !one.offCpu) time = plus(time, one.figures.self);
  const auto ns = static_cast<uint64_t>(std::max<Time>(0, exportNs(time, clock)));
  if (ns == 0) complain(of.side.name + ": it has no " + (total ? "self time" : "length"));
  return ns;
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
  const uint64_t amount = time ? nsOf(side, per == "total") : callsOf(side, per);
  if (amount == 0) return false;
  divideFigures(side.functions, {amount, time ? kPerSecond : 1});
  return true;
}

std::string perText(const std::string& per) {
  if (per == "total") return "second of self time";
  return per == "second" ? per : "call of " + per;
}

}  // namespace tp::cli
