#include "ui/view/stretch_traces.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "core/index/trace_spans.h"
#include "core/text/visible_text.h"
#include "ui/view/compared.h"
#include "ui/view/drawn_times.h"

namespace tp::ui {
namespace {

std::optional<TimeRange> boundsOfTrace(const TraceIndex& index, uint32_t number) {
  const std::vector<TracePart>& parts = index.info().parts;
  const std::vector<TimeBounds> bounds = boundsOfParts(index);
  for (size_t i = 0; i < parts.size(); ++i)
    if (parts[i].number == number && !bounds[i].empty()) return TimeRange{bounds[i].begin, bounds[i].end};
  return std::nullopt;
}

std::optional<TimeRange> timesOfSide(const TraceIndex& index, const ComparedScope& scope) {
  return scope.ranged() ? TimeRange{scope.begin, scope.end} : boundsOfTrace(index, scope.trace);
}

// Where times of a trace are drawn.
TimeRange drawnRange(const WindowState& c, uint32_t trace, const TimeRange& own) {
  const Stretch* stretch = stretchOfTrace(c, trace);
  return {drawnAt(stretch, own.begin), drawnAt(stretch, own.end)};
}

// The trace `number` from `own` on over what another one has at `over`.
Stretch laidOver(const WindowState& c, uint32_t number, const TimeRange& own, uint32_t other, const TimeRange& over) {
  return {number, own, drawnRange(c, other, over)};
}

}  // namespace

const char* const kStretchedNote = "times on the axis are not its own, durations are";

std::string factorText(const Stretch& stretch) {
  char text[32];
  std::snprintf(text, sizeof text, "\u00d7%.4g", factorOf(stretch));
  return text;
}

bool addStretches(Context& c, const std::vector<Stretch>& stretches, uint32_t unstretched) {
  const std::vector<Stretch> before = c.joint.stretches;
  std::vector<Stretch> all = stretches;
  for (const Stretch& one : before)
    if (one.trace != unstretched &&
        std::none_of(stretches.begin(), stretches.end(), [&](const Stretch& two) { return one.trace == two.trace; }))
      all.push_back(one);
  setStretches(c, c.index(), all);
  if (c.joint.stretches == before) return false;
  std::string said;
  for (const TracePart& part : c.index().info().parts)
    if (const Stretch* now = stretchOfTrace(c, part.number);
        now != nullptr && std::find(before.begin(), before.end(), *now) == before.end())
      said += (said.empty() ? "" : ", ") + visibleText(part.name) + " is stretched " + factorText(*now);
  c.say(said.empty() ? "It lies there unstretched" : said + ": " + kStretchedNote);
  return true;
}

bool stretchToFirst(Context& c, uint32_t number) {
  const uint32_t first = c.index().info().parts.front().number;
  const std::optional<TimeRange> own = boundsOfTrace(c.index(), number), over = boundsOfTrace(c.index(), first);
  return number != first && own && over && addStretches(c, {laidOver(c, number, *own, first, *over)});
}

bool canLayOver(const CompareAnswer::Scopes& scopes) {
  const auto& [a, b] = scopes;
  return a.trace != b.trace && a.trace != kEveryTrace && b.trace != kEveryTrace && a.others.empty() && b.others.empty();
}

bool liesOver(const Context& c, const CompareAnswer::Scopes& scopes) {
  if (!canLayOver(scopes) || stretchOfTrace(c, scopes[0].trace) != nullptr) return false;
  const Stretch* now = stretchOfTrace(c, scopes[1].trace);
  const std::optional<TimeRange> own = timesOfSide(c.index(), scopes[1]), over = timesOfSide(c.index(), scopes[0]);
  return now != nullptr && own && over && drawnAt(now, own->begin) == over->begin &&
         drawnAt(now, own->end) == over->end;
}

bool stretchCompared(Context& c) {
  const std::optional<CompareAnswer::Scopes> scopes = compared(c);
  if (!scopes || !canLayOver(*scopes)) {
    c.say("Compare two traces first, or a range of each: B is laid over A.");
    return false;
  }
  const auto& [a, b] = *scopes;
  const std::optional<TimeRange> own = timesOfSide(c.index(), b), over = timesOfSide(c.index(), a);
  // A lies where its own times are, even if it was B before.
  return own && over && addStretches(c, {Stretch{b.trace, *own, *over}}, a.trace);
}

bool resetStretches(Context& c, uint32_t number) {
  std::vector<Stretch> left = c.joint.stretches;
  if (number == 0)
    left.clear();
  else
    std::erase_if(left, [number](const Stretch& one) { return one.trace == number; });
  if (left == c.joint.stretches) return false;
  setStretches(c, c.index(), left);
  c.say(left.empty() ? "All traces are drawn at their own times" : "The trace is drawn at its own times");
  return true;
}

}  // namespace tp::ui
