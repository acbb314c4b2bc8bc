#include "ui/app/joint_link.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "core/link/trace_mark.h"
#include "core/trace/sums.h"
#include "core/trace/time_text.h"
#include "ui/timeline/joint.h"
#include "ui/view/drawn_times.h"

namespace tp::ui {
namespace {

bool hasTrace(const TraceIndex& index, uint32_t number) {
  const std::vector<TracePart>& parts = index.info().parts;
  return number == 0 ||
         std::any_of(parts.begin(), parts.end(), [&](const TracePart& one) { return one.number == number; });
}

// `by` makes times of the axis those of a link, or the other way round.
std::vector<Stretch> movedAll(const std::vector<Stretch>& stretches, Time by) {
  std::vector<Stretch> all;
  for (const Stretch& one : stretches) all.push_back(moved(one, by));
  return all;
}

}  // namespace

bool hasTraces(const TraceIndex& index, const LinkSide& side) {
  return hasTrace(index, side.trace) &&
         std::all_of(side.others.begin(), side.others.end(), [&](uint32_t number) { return hasTrace(index, number); });
}

bool awaitsTrace(const TraceIndex& index, const ViewLink& link) {
  const auto& shifts = link.shifts.traces;
  const std::vector<Stretch>& stretches = link.stretches.traces;
  return std::any_of(link.compared.begin(), link.compared.end(),
                     [&](const auto& side) { return side && !hasTraces(index, *side); }) ||
         std::any_of(shifts.begin(), shifts.end(),
                     [&](const auto& one) { return one.first == 0 || !hasTrace(index, one.first); }) ||
         std::any_of(stretches.begin(), stretches.end(),
                     [&](const Stretch& one) { return one.trace == 0 || !hasTrace(index, one.trace); });
}

std::string awaitedWords(const TraceIndex& index, const ViewLink& link) {
  std::vector<uint32_t> missing;
  std::string sides;
  const bool alone = index.info().parts.empty();
  // Of two traces that are compared as they are at first, the link has no numbers.
  if (alone && !link.compared[0] && !link.compared[1] && !awaitsTrace(index, link))
    return "The link that was opened is of another trace, or of several: if it compares two, drop the other one beside "
           "this one.";
  auto lacks = [&](uint32_t number) { return alone ? number > 1 : !hasTrace(index, number); };
  for (size_t side = 0; side < 2; ++side) {
    LinkSide of;
    of.trace = static_cast<uint32_t>(side + 1);
    if (link.compared[side]) of = *link.compared[side];
    if (of.trace == 0) continue;
    sides += (sides.empty() ? "compares its trace " : " with its trace ") + std::to_string(of.trace) + " as " +
             (side == 0 ? "A" : "B");
    of.others.push_back(of.trace);
    std::copy_if(of.others.begin(), of.others.end(), std::back_inserter(missing), lacks);
  }
  if (missing.empty()) return {};
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  // Which of its traces are open is not known, as any of them may be opened first.
  return "The link that was opened " + sides + ", and waits for " +
         (missing.size() > 1 ? countText(missing.size()) + " more traces: drop them" : "one more trace: drop it") +
         (alone ? " beside this one" : " beside these") +
         ". Links number traces in the order in which they were opened, and do not name them.";
}

std::string otherOrderWords() {
  return "The link that was opened is of these traces in another order, or of others: its A may be B here, which "
         "Exchange mends, and its times may not fit.";
}

LinkShifts linkShifts(const TraceIndex& index) {
  LinkShifts shifts;
  for (const TracePart& part : index.info().parts)
    if (part.shift != 0) shifts.traces.emplace_back(part.number, part.shift);
  if (!shifts.traces.empty()) shifts.of = recordsMark(index);
  return shifts;
}

LinkStretches linkStretches(const WindowState& c, const TraceIndex& index) {
  LinkStretches stretches;
  stretches.traces = movedAll(c.joint.stretches, minus(0, index.begin()));
  if (!stretches.traces.empty()) stretches.of = recordsMark(index);
  return stretches;
}

void stretchAsLinked(Context& c, const ViewLink& link) {
  const LinkStretches& wanted = link.stretches;
  if (!wanted.traces.empty() && wanted.of == recordsMark(c.index()))
    setStretches(c, c.index(), movedAll(wanted.traces, c.index().begin()));
}

bool shiftAsLinked(Context& c, const ViewLink& link) {
  const LinkShifts& wanted = link.shifts;
  const TraceIndex& index = c.index();
  if (wanted.traces.empty() || awaitsTrace(index, link) || wanted.of != recordsMark(index)) return false;
  JoinOptions options = c.joint.options;
  options.shifts.clear();
  for (const auto& [number, shift] : wanted.traces) options.setShift(number, shift);
  for (const TracePart& part : index.info().parts)
    if (options.shiftOf(part.number) != part.shift) return reopen(c, options);
  return false;
}

}  // namespace tp::ui
