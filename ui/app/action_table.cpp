// The table of all actions, put together from its parts, and the actions of the pointer.
#include "ui/app/actions.h"

#include <vector>

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

}  // namespace

std::span<const Action> actions() {
  static const std::vector<Action> kAll = [] {
    std::vector<Action> all;
    for (auto some : {viewActions, selectionActions, panelActions, sourceActions, queryActions, slicesActions,
                      flameActions, trackActions, windowActions})
      for (const Action& action : some()) all.push_back(action);
    return all;
  }();
  return kAll;
}

std::span<const Gesture> gestures() {
  return kGestures;
}

}  // namespace tp::ui
