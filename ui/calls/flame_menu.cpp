#include "ui/calls/flame_menu.h"

#include "core/analysis/call_profile.h"
#include "core/analysis/counter_growth.h"
#include "ui/base/menu.h"
#include "ui/base/time_text.h"
#include "ui/view/drawn_times.h"
#include "ui/view/function_menu.h"
#include "ui/view/leads.h"
#include "ui/view/sampled_weight.h"
#include "ui/view/selection_text.h"
#include "ui/view/state_track.h"
#include "ui/view/told_states.h"

namespace tp::ui {
namespace {

constexpr const char* kFrame = "frame";

// The frame that the context menu is about.
struct MenuFrame {
  NameId function = kNoName;
  std::vector<NameId> stack;
  LongestTime longest;
};

// What explains itself where it is selected: the states of the thread, where they have a track.
void goToLongest(Context& c, const LongestTime& longest) {
  const TrackId states = stateTrackOf(c.index().tracks(), longest.thread);
  const TrackId track = states != kNoTrack ? states : longest.thread;
  showWhole(c, c.index(), track, longest.begin, longest.begin + longest.length);
  c.goTo = Requests::Place{track, longest.begin, 0};
}

// "Samples of cpu-clock", "Periods of cpu-clock, ns", "Growth of vmrss, KB".
std::string growthLabel(const TraceInfo& info, const std::string& counter) {
  const SampledEvent* event = sampledBy(info, counter);
  if (event == nullptr) return "Growth of " + counter;
  return counter == event->countLabel() ? "Samples of " + event->name : "Periods of " + counter;
}

std::string weightName(const TraceInfo& info, const FlameOptions& flame) {
  if (const StateWeightRow* row = stateWeightRow(flame.states)) return row->label;
  if (flame.weight == CallWeight::Calls) return "Calls";
  if (!flame.counter.empty())
    return sampledBy(info, flame.counter) != nullptr ? growthLabel(info, flame.counter) : flame.counter;
  return flame.weight == CallWeight::Self ? "Self time" : "Total time";
}

void stateItems(Context& c) {
  for (const StateWeightRow& row : kStateWeights) {
    const bool on = c.flame.states == row.weight;
    if (menuItem(c, row.label, nullptr, on) && !on) c.flame.setStates(row.weight);
  }
}

void sampledItems(Context& c) {
  for (const std::string& counter : growingCounters(c.index().tracks(), c.index().info())) {
    if (sampledBy(c.index().info(), counter) == nullptr) continue;
    const bool on = c.flame.counter == counter;
    if (menuItem(c, growthLabel(c.index().info(), counter), nullptr, on) && !on) c.flame.setGrowth(counter);
  }
}

void weights(Context& c) {
  FlameOptions& flame = c.flame;
  auto item = [&](const char* label, CallWeight weight, const std::string& counter) {
    bool on = flame.weight == weight && flame.counter == counter && flame.states == StateWeight::None;
    if (menuItem(c, label, nullptr, on)) flame.setWeight(weight, counter);
  };
  const bool calls = !isProfile(c.index()), states = toldStates(c, c.session).states;
  if (calls) {
    item("Total time, with callees", CallWeight::Total, {});
    item("Self time: without callees", CallWeight::Self, {});
    item("Number of calls", CallWeight::Calls, {});
  }
  if (calls && states) ImGui::Separator();
  if (states) stateItems(c);
  const TraceInfo& info = c.index().info();
  std::vector<std::string> counters = growingCounters(c.index().tracks(), info);
  if (counters.empty()) return;
  if (calls || states) ImGui::Separator();
  for (const std::string& counter : counters) {
    bool on = flame.counter == counter;
    if (menuItem(c, growthLabel(info, counter), nullptr, on) && !on) flame.setGrowth(counter);
  }
}

}  // namespace

void drawFlameMenus(Context& c, ImVec2& at) {
  FlameOptions& flame = c.flame;
  bool plain = flame.counter.empty() && flame.states == StateWeight::None &&
               flame.weight == (flame.inverted ? CallWeight::Self : CallWeight::Total);
  if (beginMenu(c, "weight", weightName(c.index().info(), flame), at, !plain)) {
    weights(c);
    endMenu();
  }
  bool usual = !flame.upwards && !flame.byThread && !flame.collapseRecursion;
  if (beginMenu(c, "view", "View", at, !usual)) {
    if (menuItem(c, "Callees below (icicles)", nullptr, !flame.upwards)) flame.upwards = false;
    if (menuItem(c, "Callees above (flames)", nullptr, flame.upwards)) flame.upwards = true;
    ImGui::Separator();
    if (menuItem(c, "Threads merged", nullptr, !flame.byThread)) flame.byThread = false;
    if (menuItem(c, "Per thread", nullptr, flame.byThread)) flame.byThread = true;
    ImGui::Separator();
    if (menuItem(c, "Collapse recursion", nullptr, flame.collapseRecursion))
      flame.collapseRecursion = !flame.collapseRecursion;
    endMenu();
  }
}

void drawStatesMenu(Context& c, ImVec2& at) {
  const bool states = toldStates(c, c.session).states, sampled = !c.index().info().sampled.empty();
  if (!states && !sampled) return;
  const StateWeightRow* row = stateWeightRow(c.flame.states);
  const std::string samples = sampledWeight(c);
  const bool total = row == nullptr && samples.empty();
  const std::string name = row != nullptr ? row->label : total ? "Total time" : growthLabel(c.index().info(), samples);
  if (!beginMenu(c, "states", name, at, !total)) return;
  if (menuItem(c, "Total time, with callees", nullptr, total) && !total)
    c.flame.setWeight(c.flame.inverted ? CallWeight::Self : CallWeight::Total);
  if (sampled) {
    ImGui::Separator();
    sampledItems(c);
  }
  if (states) {
    ImGui::Separator();
    stateItems(c);
  }
  endMenu();
}

void openFrameMenu(Context& c, NameId function, std::vector<NameId> stack, const LongestTime& longest,
                   std::optional<ImVec2> at) {
  c.memory.of<MenuFrame>() = {function, std::move(stack), longest};
  openMenu(kFrame, at);
  c.moreToCome = true;
}

void drawFrameMenu(Context& c) {
  if (!beginPopup(kFrame)) return;
  const MenuFrame& frame = c.memory.of<MenuFrame>();
  if (menuItem(c, "Zoom in")) c.flame.zoomed.push_back(frame.stack);
  if (const LongestTime& longest = frame.longest; longest.length > 0 && longest.thread < c.index().tracks().size()) {
    const std::string thread = shortName(trackOwner(c.index(), longest.thread));
    const std::string length = durationText(longest.length, c.clock(), atMostIf(longest.atMost));
    if (menuItem(c, "Go to its longest time: " + length + " of " + thread)) goToLongest(c, longest);
  }
  if (frame.function != kNoName) {
    const bool sampled = sampledBy(c.index().info(), c.flameGraph.counter()) != nullptr;
    const bool calls = !sampled && !c.flameGraph.isFrameOnly(frame.function);
    if (menuItem(c, calls ? "Only calls of this function" : "Only stacks with this function"))
      c.flame.focus = frame.function;
    const std::vector<TrackId> on = c.range ? c.range->tracks : std::vector<TrackId>();
    // Of what only stacks have, there are no calls.
    const bool hasCalls = (calls || sampled) && c.index().names().view(frame.function) != kNoCallRecorded;
    if (hasCalls) drawFunctionItems(c, frame.function, countedClass(c.index(), on));
    drawSourceItem(c, frame.function);
    if (menuItem(c, "Search for it")) c.search = c.names.text(frame.function);
    ImGui::Separator();
    if (menuItem(c, "Collapse recursion", nullptr, c.flame.collapseRecursion))
      c.flame.collapseRecursion = !c.flame.collapseRecursion;
    drawCopyName(c, c.names.text(frame.function));
  }
  if (c.flame.focus != kNoName && menuItem(c, "All functions again")) c.flame.focus = kNoName;
  endMenu();
}

}  // namespace tp::ui
