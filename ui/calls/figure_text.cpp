#include "ui/calls/figure_text.h"

#include "core/trace/sums.h"
#include "ui/base/time_text.h"

namespace tp::ui {
namespace {

// In brackets, if no other column shows it: for how long these calls are drawn.
std::string notEndedText(const FunctionStats& row, const ClockInfo& clock) {
  std::string text = row.open > 0 ? countText(row.open) : std::string();
  if (row.unbegun > 0) text += (text.empty() ? "" : " ") + ("+" + countText(row.unbegun));
  if (row.calls > 0 && row.openTotal > 0 && !endedWithinOpen(row))
    text += " (" + durationText(row.openTotal, clock) + ")";
  return text;
}

// A time that may be off either way is no bound.
std::string selfText(int64_t self, int64_t doubt, bool atMost, const ClockInfo& clock) {
  return doubt > 0 ? "~" + durationText(self, clock) : durationText(self, clock, atMostIf(atMost));
}

}  // namespace

std::string figureText(const FunctionStats& row, FunctionFigure figure, const ClockInfo& clock) {
  if (figure == FunctionFigure::Open) return notEndedText(row, clock);
  if (figure == FunctionFigure::Calls) return countText(row.calls);
  if (figure == FunctionFigure::Total && endedWithinOpen(row))
    return "(" + durationText(plus(row.total, row.openTotal), clock) + ")";
  if (const std::optional<int64_t> known = knownFigure(row, figure)) {
    if (figure == FunctionFigure::Self) return selfText(*known, row.selfDoubt, row.atMost > 0, clock);
    return durationText(*known, clock, atMostIf(row.isAtMost(figure)));
  }
  // If none has ended, the time for which calls are drawn, in brackets. A call may have lasted longer, or have ended
  // earlier by an exception.
  const int64_t drawn = figure == FunctionFigure::Total  ? row.openTotal
                        : figure == FunctionFigure::Self ? row.openSelf
                                                         : 0;
  return drawn > 0 ? "(" + durationText(drawn, clock) + ")" : std::string();
}

std::string figureText(const TraceFigures& of, FunctionFigure figure, const ClockInfo& clock) {
  if (of.calls == 0) return {};
  if (figure == FunctionFigure::Calls) return countText(of.calls);
  if (figure == FunctionFigure::Self) return selfText(of.self, of.selfDoubt, of.atMost > 0, clock);
  return durationText(of.total, clock, atMostIf(of.atMost > 0));
}

std::string uncertainText(const StateSums& sums, const ClockInfo& clock) {
  std::string text;
  if (sums.assumed > 0) text += ", of which " + durationText(sums.assumed, clock) + " are assumed";
  if (sums.unknown > 0) text += " \u00b7 states are not known for " + durationText(sums.unknown, clock);
  return text;
}

}  // namespace tp::ui
