#include "ui/timeline/align_calls.h"

#include <algorithm>
#include <utility>

#include "core/text/visible_text.h"
#include "core/trace/sums.h"
#include "ui/timeline/joint.h"
#include "ui/view/drawn_times.h"
#include "ui/view/leads.h"
#include "ui/view/stretch_traces.h"

namespace tp::ui {
namespace {

constexpr uint32_t kLooked = 64;  // calls among which is one whose beginning was recorded

std::optional<Time> firstOf(const FirstCallQuestion& question) {
  for (const SortedSlice& one : question.slices())
    if ((one.slice.flags & ListedSlice::kUnbegun) == 0) return one.slice.begin;
  return std::nullopt;
}

// When the call that begins last ends.
std::optional<Time> endOfLast(const FirstCallQuestion& question) {
  for (const SortedSlice& one : question.slices())
    if ((one.slice.flags & (ListedSlice::kOpen | ListedSlice::kAtMost)) == 0) return one.slice.end();
  return std::nullopt;
}

size_t questionsOfEach(const Aligning& aligning) {
  return aligning.how == Align::Stretch ? 2 : 1;
}

void ask(Context& c, Aligning& aligning) {
  const size_t position = aligning.asked.size(), each = questionsOfEach(aligning);
  SliceQuery query;
  query.filter = sameName(aligning.function);
  query.sort = "ts";
  query.ascending = position % each == 0;
  query.most = kLooked;
  query.scope.stacks = false;
  query.scope.trace = c.index().info().parts[position / each].number;
  c.session.ask(aligning.asked.emplace_back(std::make_shared<FirstCallQuestion>(std::move(query))));
}

// From the beginning of the first call of a trace to the end of its last one; nullopt if these are not known.
std::optional<TimeRange> calledIn(const Aligning& aligning, size_t part) {
  const std::optional<Time> first = firstOf(*aligning.asked[2 * part]), last = endOfLast(*aligning.asked[2 * part + 1]);
  return first && last && *first < *last ? std::optional(TimeRange{*first, *last}) : std::nullopt;
}

// All traces are answered.
void stretchAll(Context& c, const Aligning& aligning) {
  const std::vector<TracePart>& parts = c.index().info().parts;
  const std::optional<TimeRange> first = calledIn(aligning, 0);
  const std::string name = visibleText(shortFunction(aligning.function));
  const Stretch* stretch = stretchOfTrace(c, parts.front().number);
  std::vector<Stretch> stretches;
  for (size_t i = 1; i < parts.size() && first; ++i)
    if (const std::optional<TimeRange> own = calledIn(aligning, i))
      stretches.push_back({parts[i].number, *own, {drawnAt(stretch, first->begin), drawnAt(stretch, first->end)}});
  if (stretches.empty()) return c.say(name + " is not called from a beginning to an end that are known, in both");
  if (!addStretches(c, stretches)) c.say("They lie on each other already");
}

// All traces are answered.
void shiftAll(Context& c, const Aligning& aligning) {
  const std::vector<TracePart>& parts = c.index().info().parts;
  const std::optional<Time> first = firstOf(*aligning.asked.front());
  const std::string name = visibleText(shortFunction(aligning.function));
  if (!first) return c.say(name + " is not called in " + visibleText(parts.front().name));
  JoinOptions options = c.joint.options;
  std::string without;
  bool moved = false;
  for (size_t i = 1; i < parts.size(); ++i) {
    const std::optional<Time> call = firstOf(*aligning.asked[i]);
    if (!call) {
      without += (without.empty() ? "" : ", ") + visibleText(parts[i].name);
      continue;
    }
    const Time by = minus(drawnAt(stretchOfTrace(c, parts.front().number), *first),
                          drawnAt(stretchOfTrace(c, parts[i].number), *call));
    moved = moved || by != 0;
    options.setShift(parts[i].number, clampTime(plus(parts[i].shift, by)));
  }
  const std::string rest = without.empty() ? "" : "; it is not called in " + without;
  if (moved && !reopen(c, options)) return;
  c.say(moved             ? "The first calls of " + name + " lie on each other" + rest
        : without.empty() ? "They lie on each other already"
                          : name + " is not called in " + without);
}

}  // namespace

bool alignAtCalls(Context& c, const std::string& function, Align how) {
  if (c.index().info().parts.size() < 2 || sameName(function).empty()) return false;
  if (c.index().names().find(function) == kNoName) return false;
  c.memory.of<Aligning>() = {c.session.opening(), function, how, {}};
  c.moreToCome = true;
  return true;
}

void followAligning(Context& c) {
  Aligning& aligning = c.memory.of<Aligning>();
  if (aligning.function.empty()) return;
  if (aligning.opening != c.session.opening() || c.session.phase() != Phase::Ready) return void(aligning = {});
  c.moreToCome = true;
  if (!aligning.asked.empty() && !aligning.asked.back()->found()) return;
  if (aligning.asked.size() < c.index().info().parts.size() * questionsOfEach(aligning)) return ask(c, aligning);
  const Aligning found = std::exchange(aligning, {});
  found.how == Align::Stretch ? stretchAll(c, found) : shiftAll(c, found);
}

bool alignMarkers(Context& c) {
  std::vector<Marker> markers = c.markers.all();
  if (markers.size() < 2) {
    c.say(
        "Set a marker (M) in the first trace, and then one in the last: the last trace is shifted by their distance.");
    return false;
  }
  std::sort(markers.begin(), markers.end(), [](const Marker& a, const Marker& b) { return a.number > b.number; });
  const TracePart part = c.index().info().parts.back();
  // Where they are drawn, over the tracks of their traces.
  const Stretch* first = stretchOfTrace(c, c.index().info().parts.front().number);
  const Time by = minus(drawnAt(first, markers[1].time), drawnAt(stretchOfTrace(c, part.number), markers[0].time));
  JoinOptions options = c.joint.options;
  options.setShift(part.number, clampTime(plus(part.shift, by)));
  if (by == 0 || !reopen(c, options)) return false;
  c.say(part.name + " is shifted by " + signedText(by, c.clock()) + ", from marker to marker");
  return true;
}

}  // namespace tp::ui
