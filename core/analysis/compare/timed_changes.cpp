#include "core/analysis/compare/timed_changes.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/trace/sums.h"

namespace tp {
namespace {

void add(TimedTotals& sum, const TimedFigures& one) {
  ++sum.names;
  sum.count = plus(sum.count, one.countOrRate());
  sum.sum = plus(sum.sum, one.sum);
  sum.atMost += one.atMost;
  sum.uncertain += one.uncertain;
  sum.unknown += one.unknown;
}

void add(TimedTotals& sum, const TimedTotals& one) {
  sum.told = sum.told || one.told;
  sum.names += one.names;
  sum.count = plus(sum.count, one.count);
  sum.sum = plus(sum.sum, one.sum);
  sum.atMost += one.atMost;
  sum.uncertain += one.uncertain;
  sum.unknown += one.unknown;
}

bool comesFirst(const TimedChange& x, const TimedChange& y) {
  const uint64_t sums[] = {sizeOf(x.parts.change), sizeOf(y.parts.change)};
  const uint64_t counts[] = {sizeOf(x.countChange()), sizeOf(y.countChange())};
  if (x.kind != y.kind) return x.kind < y.kind;
  if (sums[0] != sums[1]) return sums[0] > sums[1];
  if (counts[0] != counts[1]) return counts[0] > counts[1];
  return std::tie(x.thread, x.name) < std::tie(y.thread, y.name);
}

}  // namespace

bool TimedFigures::same(const TimedFigures& other) const {
  return countOrRate() == other.countOrRate() && sum == other.sum && median == other.median && max == other.max &&
         atMost == other.atMost && uncertain == other.uncertain && unknown == other.unknown;
}

void TimedFigures::setHalves(uint64_t early, int64_t earlySum) {
  halves.reset();
  if (early == 0 || early >= count) return;
  const uint64_t apart = sizeOf(minus(minus(sum, earlySum), earlySum));
  halves = static_cast<int64_t>(std::min<uint64_t>(apart, INT64_MAX));
}

bool TimedChange::noise() const {
  return parts.change != 0 && !added() && !vanished() && noiseBelow && sizeOf(parts.change) < sizeOf(*noiseBelow);
}

int64_t TimedComparison::Kind::change() const {
  return minus(b.sum, a.sum);
}

TimedComparison::Kind TimedComparison::whole() const {
  Kind sum;
  for (const Kind& one : totals) {
    if (!one.compared()) continue;
    add(sum.a, one.a);
    add(sum.b, one.b);
  }
  return sum;
}

void convertTimes(SideTimes& times, const ClockInfo& clock, const std::function<Time(Time)>& convert) {
  for (Time* time : {&times.side.begin, &times.side.end}) *time = convert(*time);
  times.side.clock = clock;
  for (TimedRow& row : times.rows) {
    TimedFigures& figures = row.figures;
    figures.sum = convert(figures.sum);
    figures.max = convert(figures.max);
    if (figures.median) figures.median = convert(*figures.median);
    if (figures.halves) figures.halves = convert(*figures.halves);
  }
}

void divideTimes(SideTimes& times, const RateBase& by) {
  for (TimedRow& row : times.rows) {
    TimedFigures& figures = row.figures;
    const bool thousandths = figures.rate.has_value();
    figures.rate = rateOf(figures.countOrRate(), by, thousandths);
    figures.sum = rateOf(figures.sum, by, thousandths);
    if (figures.halves) figures.halves = rateOf(*figures.halves, by, thousandths);
  }
}

TimedComparison compareTimes(const SideTimes& a, const SideTimes& b, std::string per) {
  TimedComparison out{a.side, b.side, a.kinds, {}, std::move(per), {}, 0};
  out.totals.resize(out.kinds.all.size());
  using Key = std::tuple<size_t, std::string_view, std::string_view>;
  std::map<Key, TimedChange> met;
  for (const SideTimes* side : {&a, &b}) {
    const bool first = side == &a;
    for (size_t kind = 0; kind < std::min(out.totals.size(), side->told.size()); ++kind)
      (first ? out.totals[kind].a : out.totals[kind].b).told = side->told[kind];
    for (const TimedRow& row : side->rows) {
      if (row.kind >= out.totals.size()) continue;
      add(first ? out.totals[row.kind].a : out.totals[row.kind].b, row.figures);
      TimedChange& one = met[Key(row.kind, row.thread, row.name)];
      (first ? one.a : one.b) = row.figures;
    }
  }
  for (auto& [key, one] : met) {
    one.kind = std::get<0>(key);
    if (!out.totals[one.kind].compared()) continue;
    if (one.a.same(one.b)) {
      ++out.same;
      continue;
    }
    one.thread = std::get<1>(key);
    one.name = std::get<2>(key);
    one.parts = changeParts({one.a.countOrRate(), one.a.sum}, {one.b.countOrRate(), one.b.sum}, one.a.count > 0);
    one.noiseBelow = noiseBelow(one.a.halves, one.b.halves);
    out.changes.push_back(std::move(one));
  }
  std::sort(out.changes.begin(), out.changes.end(), comesFirst);
  return out;
}

}  // namespace tp
