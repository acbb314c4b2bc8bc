// The actions of the flame graph.
#include <algorithm>

#include "core/analysis/counter_growth.h"
#include "core/analysis/known_states.h"
#include "ui/app/actions.h"
#include "ui/app/app.h"
#include "ui/compare/difference_flame.h"

namespace tp::ui {
namespace {

using Id = std::string_view;
using Group = ActionGroup;

bool zoom(App& app, Id, Args args) {
  Context& c = app.context();
  NameId name = args.size() == 1 ? c.index().names().find(args[0]) : kNoName;
  if (name == kNoName) return false;
  c.flame.zoomTo = name;
  return true;
}

bool back(App& app, Id, Args) {
  if (app.context().tab == Tab::Compare) return zoomOutOfDifference(app.context().memory.of<DifferenceFlame>());
  FlameOptions& flame = app.context().flame;
  if (flame.zoomed.empty()) return false;
  flame.zoomed.pop_back();
  return true;
}

// Takes "total", "self", "calls", the word of a StateWeight, or "counter" and its name.
bool weigh(App& app, Id, Args args) {
  Context& c = app.context();
  FlameOptions& flame = c.flame;
  if (args.size() == 1 && args[0] == "total") return flame.setWeight(CallWeight::Total), true;
  if (args.size() == 1 && args[0] == "self") return flame.setWeight(CallWeight::Self), true;
  if (args.size() == 1 && args[0] == "calls") return flame.setWeight(CallWeight::Calls), true;
  const StateWeight states = args.size() == 1 ? stateWeightOf(args[0]) : StateWeight::None;
  if (states != StateWeight::None) return tellsStates(c.index()) && (flame.setStates(states), true);
  if (args.size() < 2 || args[0] != "counter") return false;
  // The name may have arrived as several words.
  std::string counter = args[1];
  for (const std::string& word : args.subspan(2)) counter += ' ' + word;
  std::vector<std::string> known = growingCounters(c.index().tracks(), c.index().info());
  if (std::find(known.begin(), known.end(), counter) == known.end()) return false;
  return flame.setGrowth(counter), true;
}

bool focus(App& app, Id, Args args) {
  Context& c = app.context();
  NameId name = args.size() == 1 ? c.index().names().find(args[0]) : kNoName;
  if (name == kNoName) return false;
  c.flame.focus = name;
  return true;
}

bool unfocus(App& app, Id, Args) {
  return app.context().flame.focus = kNoName, true;
}

bool toggle(App& app, Id id, Args) {
  FlameOptions& flame = app.context().flame;
  if (id == "flame-invert") return flame.invert(!flame.inverted), true;
  bool& option = id == "flame-order"       ? flame.byTime
                 : id == "flame-direction" ? flame.upwards
                 : id == "flame-threads"   ? flame.byThread
                                           : flame.collapseRecursion;
  return option = !option, true;
}

constexpr Action kActions[] = {
    {.id = "flame-zoom",
     .title = "Flame graph: zoom to a function",
     .group = Group::Panels,
     .run = zoom,
     .asks = "name of a function"},
    {.id = "flame-back",
     .title = "Flame graph: back out of what is zoomed",
     .group = Group::Panels,
     .keys = {ImGuiKey_Backspace},
     .run = back},
    {.id = "flame-invert",
     .title = "Flame graph: upside down, functions and who called them",
     .group = Group::Panels,
     .run = toggle},
    {.id = "flame-order", .title = "Flame graph: by time or the largest first", .group = Group::Panels, .run = toggle},
    {.id = "flame-direction",
     .title = "Flame graph: callees below (icicles) or above (flames)",
     .group = Group::Panels,
     .run = toggle},
    {.id = "flame-threads",
     .title = "Flame graph: threads merged or each for itself",
     .group = Group::Panels,
     .run = toggle},
    {.id = "flame-recursion",
     .title = "Flame graph: collapse recursion, or not",
     .group = Group::Panels,
     .run = toggle},
    {.id = "flame-weight",
     .title = "Flame graph: by total time",
     .group = Group::Panels,
     .run = weigh,
     .argument = "total"},
    {.id = "flame-weight",
     .title = "Flame graph: by self time",
     .group = Group::Panels,
     .run = weigh,
     .argument = "self"},
    {.id = "flame-weight",
     .title = "Flame graph: by number of calls",
     .group = Group::Panels,
     .run = weigh,
     .argument = "calls"},
    {.id = "flame-weight",
     .title = "Flame graph: by growth of a counter",
     .group = Group::Panels,
     .run = weigh,
     .argument = "counter",
     .asks = "name of a counter, as its track has it"},
    {.id = "flame-weight",
     .title = "Flame graph: by time on the CPU",
     .group = Group::Panels,
     .run = weigh,
     .argument = "running"},
    {.id = "flame-weight",
     .title = "Flame graph: by time waiting for a CPU",
     .group = Group::Panels,
     .run = weigh,
     .argument = "runnable"},
    {.id = "flame-weight",
     .title = "Flame graph: by time blocked",
     .group = Group::Panels,
     .run = weigh,
     .argument = "blocked"},
    {.id = "flame-weight",
     .title = "Flame graph: by time blocked on disk",
     .group = Group::Panels,
     .run = weigh,
     .argument = "disk"},
    {.id = "flame-weight",
     .title = "Flame graph: by time off the CPU",
     .group = Group::Panels,
     .run = weigh,
     .argument = "off-cpu"},
    {.id = "flame-focus",
     .title = "Flame graph: only calls of a function",
     .group = Group::Panels,
     .run = focus,
     .asks = "name of a function"},
    {.id = "flame-unfocus", .title = "Flame graph: all functions again", .group = Group::Panels, .run = unfocus},
};

}  // namespace

std::span<const Action> flameActions() {
  return kActions;
}

}  // namespace tp::ui
