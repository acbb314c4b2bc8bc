#include "core/analysis/compare/function_changes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/compare/call_halves.h"
#include "core/analysis/compare/change_parts.h"
#include "core/analysis/compare/function_pairs.h"
#include "core/analysis/compare/moved_time.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

// Sets what follows from the figures of both sides.
void explain(FunctionChange& one) {
  const ChangeParts parts =
      changeParts({one.a.callsOrRate(), one.a.self}, {one.b.callsOrRate(), one.b.self}, one.a.calls > 0);
  one.change = parts.change;
  one.byCalls = parts.byCount;
  one.byEach = parts.byEach;
  one.noiseBelow = noiseBelow(one.a.halves, one.b.halves);
}

bool comesFirst(const FunctionChange& x, const FunctionChange& y) {
  const uint64_t calls[] = {sizeOf(x.callsChange()), sizeOf(y.callsChange())};
  const uint64_t totals[] = {sizeOf(x.totalChange().value_or(0)), sizeOf(y.totalChange().value_or(0))};
  if (sizeOf(x.change) != sizeOf(y.change)) return sizeOf(x.change) > sizeOf(y.change);
  if (calls[0] != calls[1]) return calls[0] > calls[1];
  if (totals[0] != totals[1]) return totals[0] > totals[1];
  return x.name < y.name;
}

}  // namespace

FunctionTotals totalsOf(const std::vector<SideFunction>& functions) {
  FunctionTotals sum;
  for (const SideFunction& one : functions) {
    if (one.offCpu) {
      sum.offCpu = plus(sum.offCpu, one.figures.self);
      continue;
    }
    ++sum.functions;
    sum.calls = plus(sum.calls, one.figures.callsOrRate());
    sum.self = plus(sum.self, one.figures.self);
    sum.selfDoubt = plus(sum.selfDoubt, one.figures.selfDoubt);
    sum.atMost += one.figures.atMost;
    sum.open += one.figures.open;
    sum.unbegun += one.figures.unbegun;
  }
  return sum;
}

void addFigures(FunctionFigures& sum, const FunctionFigures& one) {
  sum.calls += one.calls;
  if (one.rate) sum.rate = sum.rate.value_or(0) + *one.rate;
  sum.total = sum.total && one.total ? std::optional(plus(*sum.total, *one.total)) : std::nullopt;
  sum.self = plus(sum.self, one.self);
  sum.selfDoubt = plus(sum.selfDoubt, one.selfDoubt);
  sum.atMost += one.atMost;
  sum.open += one.open;
  sum.unbegun += one.unbegun;
  sum.halves = sum.halves && one.halves ? std::optional(plus(*sum.halves, *one.halves)) : std::nullopt;
}

bool FunctionFigures::same(const FunctionFigures& other) const {
  return callsOrRate() == other.callsOrRate() && total == other.total && self == other.self &&
         selfDoubt == other.selfDoubt && atMost == other.atMost && open == other.open && unbegun == other.unbegun;
}

bool FunctionChange::noise() const {
  // A change that another row explains is none.
  return change != 0 && !added() && !vanished() && inlined.empty() && noiseBelow &&
         sizeOf(change) < sizeOf(*noiseBelow);
}

std::optional<int64_t> FunctionChange::totalChange() const {
  // What a side does not have took no time there.
  const std::optional<int64_t> inA = added() ? 0 : a.total, inB = vanished() ? 0 : b.total;
  if (!inA || !inB) return std::nullopt;
  return minus(*inB, *inA);
}

int64_t FunctionComparison::change() const {
  return minus(b.self, a.self);
}

std::vector<SideFunction> sideFunctions(const FunctionTable& table, std::span<const FunctionSums> sums,
                                        const NameTable& names) {
  std::vector<SideFunction> out;
  std::vector<CallHalves> halves;  // by position in `out`
  std::unordered_map<std::string_view, size_t> places;
  for (const FunctionStats& row : table.rows) {
    FunctionFigures figures;
    figures.calls = row.calls;
    figures.total = knownFigure(row, FunctionFigure::Total);
    figures.self = row.self;
    figures.selfDoubt = row.selfDoubt;
    figures.atMost = row.atMost;
    figures.open = row.open;
    figures.unbegun = row.unbegun;
    const std::string_view name = names.view(row.name);
    const auto [place, isNew] = places.emplace(name, out.size());
    if (isNew) {
      out.push_back({std::string(name), row.offCpu, figures});
      halves.emplace_back();
    } else {
      addFigures(out[place->second].figures, figures);
    }
    if (row.name < sums.size()) halves[place->second].add(sums[row.name]);
  }
  // Only of all functions that share a name it is known whether any call began in a half.
  for (size_t i = 0; i < out.size(); ++i) out[i].figures.halves = halvesApart(halves[i]);
  return out;
}

void convertTimes(SideFunctions& functions, const ClockInfo& clock, const std::function<Time(Time)>& convert) {
  for (Time* time : {&functions.side.begin, &functions.side.end}) *time = convert(*time);
  functions.side.clock = clock;
  for (SideFunction& one : functions.functions) {
    FunctionFigures& figures = one.figures;
    if (figures.total) figures.total = convert(*figures.total);
    figures.self = convert(figures.self);
    figures.selfDoubt = convert(figures.selfDoubt);
    if (figures.halves) figures.halves = convert(*figures.halves);
  }
}

FunctionComparison compareFunctions(const SideFunctions& a, const SideFunctions& b, std::string per,
                                    const NameCorrections& corrections) {
  FunctionComparison out{a.side, b.side, totalsOf(a.functions), totalsOf(b.functions), std::move(per), {}, 0, {}};
  const FunctionPairs found = pairFunctions(a, b, corrections);
  std::vector<bool> inBoth(b.functions.size());
  std::array<std::vector<size_t>, 2> rows{std::vector<size_t>(a.functions.size()),
                                          std::vector<size_t>(b.functions.size())};  // by function
  auto compare = [&](size_t inA, size_t inB, MatchedBy by) {
    FunctionChange one;
    const SideFunction* before = inA < a.functions.size() ? &a.functions[inA] : nullptr;
    const SideFunction* after = inB < b.functions.size() ? &b.functions[inB] : nullptr;
    one.name = (after != nullptr ? after : before)->name;
    one.offCpu = (after != nullptr ? after : before)->offCpu;
    if (before != nullptr) one.a = before->figures;
    if (after != nullptr) one.b = after->figures;
    if (before != nullptr && after != nullptr && by != MatchedBy::Name) one.before = before->name;
    one.by = by;
    explain(one);
    if (before != nullptr) rows[0][inA] = out.changes.size();
    if (after != nullptr) rows[1][inB] = out.changes.size();
    out.changes.push_back(std::move(one));
  };
  constexpr size_t kNone = ~size_t{0};
  size_t next = 0;
  for (const MatchedNames& pair : found.pairs) {
    for (; next < pair.a; ++next) compare(next, kNone, MatchedBy::Name);
    next = pair.a + 1;
    inBoth[pair.b] = true;
    compare(pair.a, pair.b, pair.by);
  }
  for (; next < a.functions.size(); ++next) compare(next, kNone, MatchedBy::Name);
  for (size_t i = 0; i < b.functions.size(); ++i)
    if (!inBoth[i]) compare(kNone, i, MatchedBy::Name);
  std::vector<MovedTime> moved = movedTimes(a, b, found);
  for (size_t i = 0; i < moved.size(); ++i) out.changes[rows[0][found.pairs[i].a]].moved = std::move(moved[i]);
  for (const InlinedFunction& one : found.inlined) {
    FunctionChange& apart = out.changes[rows[one.side][one.function]];
    for (const InlinedFunction::Into& into : one.into) {
      FunctionChange& caller = out.changes[rows[one.side][into.caller]];
      const int64_t came = one.side == 0 ? into.self : minus(0, into.self);
      apart.inlinedInto.push_back({caller.name, minus(0, came)});
      caller.inlined.push_back({apart.name, came});
    }
  }
  const auto differ = std::partition(out.changes.begin(), out.changes.end(), [](const FunctionChange& one) {
    return !one.a.same(one.b) || !one.before.empty() || !one.inlined.empty() || one.moved.time != 0;
  });
  out.same = static_cast<uint64_t>(out.changes.end() - differ);
  out.changes.erase(differ, out.changes.end());
  std::sort(out.changes.begin(), out.changes.end(), comesFirst);
  putMovedFirst(out.changes);
  return out;
}

}  // namespace tp
