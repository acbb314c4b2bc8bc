// The list of all actions, put together from its parts, and the actions of the pointer.
#include "ui/app/actions.h"

#include <algorithm>
#include <vector>

#include "ui/app/commands.h"
#include "ui/app/panels.h"

namespace tp::ui {
namespace {

using Group = ActionGroup;

constexpr Gesture kGestures[] = {
    {Group::Move, "drag", "move"},
    {Group::Move, "wheel", "scroll; with Shift move sideways"},
    {Group::Move, "Ctrl+wheel, pinch", "zoom at the pointer"},
    {Group::Select, "click", "select a slice"},
    {Group::Select, "double click", "zoom to a slice"},
    {Group::Select, "right click, long press", "menu of a slice, state or event"},
    {Group::Select, "Shift+drag", "measure and mark a range on tracks"},
    {Group::Select, "drag on the axis", "mark a range on all tracks"},
    {Group::Panels, "right click on a frame", "flame graph: focus, sandwich"},
    {Group::Tracks, "Ctrl+Shift+wheel", "height of the rows"},
    {Group::Tracks, "right click on a label", "pin, hide, move, sort"},
    {Group::Tracks, "Alt+drag on a trace's heading", "shift that trace in time"},
    {Group::Markers, "drag, right click on a flag", "move, remove the marker"},
};

// The action that opens a panel.
Action opening(const Panel& panel) {
  return {.id = "tab",
          .title = panel.title,
          .group = Group::Panels,
          .keys = {panel.keys},
          .run = showTab,
          .argument = panel.tab.id};
}

// The panels that have such an action, in the order of their keys. `followed`: those that have others behind it.
std::vector<const Panel*> panelsByKey(std::span<const Panel> panels, bool followed) {
  std::vector<const Panel*> some;
  for (const Panel& panel : panels)
    if (panel.title != nullptr && (panel.actions != nullptr) == followed) some.push_back(&panel);
  std::stable_sort(some.begin(), some.end(),
                   [](const Panel* a, const Panel* b) { return a->keys.chord < b->keys.chord; });
  return some;
}

}  // namespace

std::vector<Action> listActions(std::span<const Panel> panels) {
  std::vector<Action> all;
  auto add = [&all](std::span<const Action> some) { all.insert(all.end(), some.begin(), some.end()); };
  for (auto some : {viewActions, selectionActions}) add(some());
  for (const Panel* panel : panelsByKey(panels, false)) add({{opening(*panel)}});
  for (auto some : {panelActions, sourceActions}) add(some());
  for (const Panel* panel : panelsByKey(panels, true)) {
    add({{opening(*panel)}});
    add(panel->actions());
  }
  for (auto some : {flameActions, trackActions, windowActions}) add(some());
  return all;
}

std::span<const Gesture> gestures() {
  return kGestures;
}

}  // namespace tp::ui
