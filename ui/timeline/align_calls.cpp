#include "ui/timeline/align_calls.h"

#include <algorithm>
#include <utility>

#include "core/text/visible_text.h"
#include "core/trace/sums.h"
#include "ui/timeline/joint.h"
#include "ui/view/leads.h"

namespace tp::ui {
namespace {

constexpr uint32_t kLooked = 64;  // calls among which is one whose beginning was recorded

std::optional<Time> firstOf(const FirstCallQuestion& question) {
  for (const SortedSlice& one : question.slices())
    if ((one.slice.flags & ListedSlice::kUnbegun) == 0) return one.slice.begin;
  return std::nullopt;
}

void ask(Context& c, Aligning& aligning) {
  SliceQuery query;
  query.filter = sameName(aligning.function);
  query.sort = "ts";
  query.ascending = true;
  query.most = kLooked;
  query.scope.stacks = false;
  query.scope.trace = c.index().info().parts[aligning.asked.size()].number;
  c.session.ask(aligning.asked.emplace_back(std::make_shared<FirstCallQuestion>(std::move(query))));
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
    moved = moved || *call != *first;
    options.setShift(parts[i].number, clampTime(plus(parts[i].shift, minus(*first, *call))));
  }
  const std::string rest = without.empty() ? "" : "; it is not called in " + without;
  if (moved && !reopen(c, options)) return;
  c.say(moved             ? "The first calls of " + name + " lie on each other" + rest
        : without.empty() ? "They lie on each other already"
                          : name + " is not called in " + without);
}

}  // namespace

bool alignFirstCalls(Context& c, const std::string& function) {
  if (c.index().info().parts.size() < 2 || sameName(function).empty()) return false;
  if (c.index().names().find(function) == kNoName) return false;
  c.memory.of<Aligning>() = {c.session.opening(), function, {}};
  c.moreToCome = true;
  return true;
}

void followAligning(Context& c) {
  Aligning& aligning = c.memory.of<Aligning>();
  if (aligning.function.empty()) return;
  if (aligning.opening != c.session.opening() || c.session.phase() != Phase::Ready) return void(aligning = {});
  c.moreToCome = true;
  if (!aligning.asked.empty() && !aligning.asked.back()->found()) return;
  if (aligning.asked.size() < c.index().info().parts.size()) return ask(c, aligning);
  shiftAll(c, std::exchange(aligning, {}));
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
  const Time by = minus(markers[1].time, markers[0].time);
  JoinOptions options = c.joint.options;
  options.setShift(part.number, clampTime(plus(part.shift, by)));
  if (by == 0 || !reopen(c, options)) return false;
  c.say(part.name + " is shifted by " + signedText(by, c.clock()) + ", from marker to marker");
  return true;
}

}  // namespace tp::ui
