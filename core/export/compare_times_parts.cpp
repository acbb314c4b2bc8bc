#include "core/export/compare_times_parts.h"

#include <algorithm>

#include "core/trace/sums.h"
#include "core/trace/time_text.h"

namespace tp {

std::span<const TimedChange> changesOf(const TimedComparison& compared, size_t kind) {
  const auto before = [](const TimedChange& one, size_t wanted) { return one.kind < wanted; };
  const auto first = std::lower_bound(compared.changes.begin(), compared.changes.end(), kind, before);
  const auto end = std::lower_bound(first, compared.changes.end(), kind + 1, before);
  return {compared.changes.data() + (first - compared.changes.begin()), static_cast<size_t>(end - first)};
}

ToldTime toldAs(const TimedFigures& figures, std::optional<int64_t> figure) {
  if (figures.none()) return ToldTime::None;
  if (figures.count == 0 || !figure) return ToldTime::Unknown;
  if (figures.uncertain > 0) return ToldTime::Uncertain;
  return figures.atMost > 0 ? ToldTime::AtMost : ToldTime::Exact;
}

ToldTime longestToldAs(const TimedFigures& figures) {
  const ToldTime told = toldAs(figures, figures.max);
  return told == ToldTime::AtMost && figures.maxExact ? ToldTime::Exact : told;
}

ToldTime toldAs(const TimedTotals& totals) {
  if (totals.uncertain > 0) return ToldTime::Uncertain;
  return totals.atMost > 0 ? ToldTime::AtMost : ToldTime::Exact;
}

const char* signOf(ToldTime told) {
  return told == ToldTime::Uncertain ? "~" : told == ToldTime::AtMost ? boundSign(Bound::AtMost) : "";
}

std::string toldText(ToldTime told, int64_t time, const ClockInfo& clock) {
  if (told == ToldTime::AtMost) return durationText(time, clock, Bound::AtMost);
  return signOf(told) + durationText(time, clock);
}

bool showsMedians(std::span<const TimedChange> rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const TimedChange& one) { return one.a.median.has_value() || one.b.median.has_value(); });
}

ChangeParts sumOf(std::span<const TimedChange> rows) {
  ChangeParts sum;
  for (const TimedChange& one : rows) {
    sum.change = plus(sum.change, one.parts.change);
    sum.byCount = plus(sum.byCount, one.parts.byCount);
    sum.byEach = plus(sum.byEach, one.parts.byEach);
  }
  return sum;
}

std::string doubtText(const char* name, const TimedKind& kind, const TimedTotals& totals) {
  std::string out;
  auto tell = [&](uint64_t count, const char* text) {
    if (count > 0) out += std::string(name) + ": " + kind.key + ": " + std::to_string(count) + text + "\n";
  };
  tell(totals.unknown, " of unknown length, in no sum");
  tell(totals.atMost, " whose length is an upper bound");
  tell(totals.uncertain, " at whose ends records are missing");
  return out;
}

std::string oneSidedText(const TimedComparison::Kind& totals) {
  return std::string("only ") + (totals.a.told ? "A" : "B") +
         " has any, which may be because they were not recorded elsewhere: no change is told";
}

}  // namespace tp
