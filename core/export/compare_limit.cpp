#include "core/export/compare_limit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "core/analysis/compare/compared_side.h"
#include "core/export/compare_parts.h"

namespace tp {
namespace {

std::string lacking(bool a, bool b, const std::string& what) {
  if (!a && !b) return {};
  if (a && b) return "neither A nor B has " + what + ": there is nothing to compare";
  return std::string(a ? "A" : "B") + " has no " + what + ": there is nothing to compare " + (a ? "B" : "A") + " with";
}

// Whether no state of its threads is known.
bool tellsNoState(const ThreadFigures& sums) {
  const auto known = sums.times.begin() + static_cast<size_t>(ComparedState::Unknown);
  return std::all_of(sums.times.begin(), known, [](Time time) { return time == 0; });
}

bool none(const TimedTotals& totals) {
  return !totals.told || (totals.count == 0 && totals.unknown == 0);
}

std::string percentText(double limit) {
  char text[64];
  std::snprintf(text, sizeof text, "%.12g %%", limit);
  return text;
}

// "+65.1 %", "+65.13 %": with as many decimals as tell on which side of the limit it is.
std::string grownBeside(double grown, double limit) {
  constexpr int kMostDecimals = 9;
  int decimals = 1;
  while (decimals < kMostDecimals &&
         (std::strtod(decimalText(grown, decimals).c_str(), nullptr) > limit) != (grown > limit))
    ++decimals;
  return (grown < 0 ? "" : "+") + decimalText(grown, decimals) + " %";
}

}  // namespace

bool growsAbove(const FunctionComparison& compared, double percent) {
  return grownPercent(compared.a.self, compared.b.self) > percent;
}

bool growsAbove(const StackComparison& compared, double percent) {
  return grownPercent(compared.root().a.total, compared.root().b.total) > percent;
}

bool growsAbove(const ThreadComparison& compared, double percent) {
  return compared.known &&
         grownPercent(compared.a.in(ComparedState::Running), compared.b.in(ComparedState::Running)) > percent;
}

bool growsAbove(const TimedComparison& compared, double percent) {
  for (size_t kind = 0; kind < compared.totals.size(); ++kind)
    if (kindGrowsAbove(compared, kind, percent).value_or(false)) return true;
  return false;
}

std::optional<bool> kindGrowsAbove(const TimedComparison& compared, size_t kind, double percent) {
  const TimedComparison::Kind& totals = compared.totals[kind];
  if (!compared.kinds.all[kind].judged || !totals.compared()) return std::nullopt;
  return grownPercent(totals.a.sum, totals.b.sum) > percent;
}

const char* onlySideOf(const TimedComparison& compared, size_t kind) {
  const TimedComparison::Kind& totals = compared.totals[kind];
  if (!compared.kinds.all[kind].judged || totals.a.told == totals.b.told) return nullptr;
  return totals.a.told ? "A" : "B";
}

std::string lackText(const FunctionComparison& compared) {
  // Of divided figures, few calls may be rounded to none.
  const auto none = [](const FunctionTotals& totals) { return totals.calls == 0 && totals.self == 0; };
  return lacking(none(compared.a), none(compared.b), "calls of known duration");
}

std::string lackText(const StackComparison& compared) {
  bool a = true, b = true;
  for (const ComparedStack& one : std::span(compared.stacks).subspan(1)) {
    a = a && !one.a.met;
    b = b && !one.b.met;
  }
  return lacking(a, b, "calls");
}

std::string lackText(const ThreadComparison& compared) {
  if (!compared.known) return "not both tell which thread ran when";
  return lacking(tellsNoState(compared.a), tellsNoState(compared.b), "threads whose states are known");
}

std::string lackText(const TimedComparison& compared) {
  bool a = true, b = true, judged = false;
  for (size_t kind = 0; kind < compared.totals.size(); ++kind) {
    const TimedComparison::Kind& totals = compared.totals[kind];
    a = a && none(totals.a);
    b = b && none(totals.b);
    judged = judged || (compared.kinds.all[kind].judged && totals.compared());
  }
  if (std::string lack = lacking(a, b, compared.kinds.what); !lack.empty()) return lack;
  return judged ? "" : std::string("A and B have no ") + compared.kinds.what + " of the same kind";
}

bool bothTell(const TimedComparison& compared) {
  return std::any_of(compared.totals.begin(), compared.totals.end(),
                     [](const TimedComparison::Kind& totals) { return totals.compared(); });
}

std::string limitText(std::string_view what, int64_t from, int64_t to, double limit, std::string_view lack) {
  const std::string name(what), most = percentText(limit);
  if (!lack.empty()) return "whether " + name + " grew by more than " + most + " is not known\n";
  const double grown = grownPercent(from, to);
  if (!std::isfinite(grown)) return name + " grew from 0, which is more than any percentage\n";
  return name + " changed by " + grownBeside(grown, limit) + ", which is " + (grown > limit ? "more" : "not more") +
         " than +" + most + "\n";
}

void limitMembers(JsonWriter& json, int64_t from, int64_t to, std::optional<double> limit, std::string_view lack) {
  const double grown = grownPercent(from, to);
  json.member("grownPercent", grown);
  limitMembers(json, limit && grown > *limit, limit, lack);
}

void limitMembers(JsonWriter& json, bool failed, std::optional<double> limit, std::string_view lack) {
  if (!limit) return;
  json.member("failAbove", *limit);
  json.member("failed", lack.empty() ? std::optional(failed) : std::nullopt);
}

}  // namespace tp
