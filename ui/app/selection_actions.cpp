// Actions on the selected slice: going from one to the next, and what its menu has. A new action is a row; what is
// longer than a line belongs in a file of its own.
#include "core/analysis/call_profile.h"
#include "ui/app/actions.h"
#include "ui/app/app.h"
#include "ui/timeline/slice_menu.h"
#include "ui/view/cpu_meanwhile.h"
#include "ui/view/leads.h"
#include "ui/view/navigation.h"

namespace tp::ui {
namespace {

using Id = std::string_view;
using Group = ActionGroup;

bool navigate(App& app, Id id, Args args) {
  return navigationCommand(app.context(), id, args);
}

// The function that is named, or that of the selected call; kNoName if there is none, which is said.
NameId functionOf(Context& c, Args args, size_t& trackClass) {
  if (args.size() == 1 && !args[0].empty()) {
    const NameId name = c.index().names().find(args[0]);
    if (name == kNoName) c.say("There is no function " + args[0] + ".");
    return name;
  }
  if (!c.selection) return c.say("Select a call first."), kNoName;
  const Selection& selection = *c.selection;
  trackClass = selection.mark.aggregate() ? CallProfiles::kClasses
                                          : callClass(c.index(), c.names, selection.mark.name, selection.track);
  if (trackClass < CallProfiles::kClasses) return selection.mark.name;
  c.say("What is selected is no call.");
  return kNoName;
}

// Shows the calls, the statistics or the sandwich of a function.
bool showFunction(App& app, Id id, Args args) {
  Context& c = app.context();
  size_t trackClass = countedClass(c.index());
  if (args.size() > 1) return false;
  const NameId function = functionOf(c, args, trackClass);
  if (function == kNoName) return false;
  if (id == "calls") return listCallsOf(c, function, trackClass), true;
  if (id == "statistics") return showStatistics(c, function), true;
  return showSandwich(c, function), true;
}

bool searchName(App& app, Id, Args) {
  Context& c = app.context();
  // An action that is given arguments is run without a selection, too.
  if (!c.selection) return false;
  const Mark& mark = c.selection->mark;
  if (mark.aggregate() || mark.name == kNoName) return false;
  return c.search = c.names.text(mark.name), true;
}

constexpr Action kActions[] = {
    {.id = "next",
     .title = "Next slice on the row",
     .group = Group::Select,
     .keys = {ImGuiKey_RightArrow},
     .run = [](App& app, Id, Args) { return app.step(1, 0); },
     .repeats = true},
    {.id = "previous",
     .title = "Previous slice on the row",
     .group = Group::Select,
     .keys = {ImGuiKey_LeftArrow},
     .run = [](App& app, Id, Args) { return app.step(-1, 0); },
     .repeats = true},
    {.id = "parent",
     .title = "Caller",
     .group = Group::Select,
     .keys = {ImGuiKey_UpArrow},
     .run = [](App& app, Id, Args) { return app.step(1, -1); },
     .repeats = true},
    {.id = "child",
     .title = "First call within",
     .group = Group::Select,
     .keys = {ImGuiKey_DownArrow},
     .run = [](App& app, Id, Args) { return app.step(1, 1); },
     .repeats = true},
    {.id = "previous-same",
     .title = "Before, of the same name",
     .group = Group::Select,
     .keys = {ImGuiKey_Comma},
     .run = navigate,
     .repeats = true},
    {.id = "next-same",
     .title = "After, of the same name",
     .group = Group::Select,
     .keys = {ImGuiKey_Period},
     .run = navigate,
     .repeats = true},
    {.id = "longest-child",
     .title = "Longest call within",
     .group = Group::Select,
     .keys = {ImGuiKey_L},
     .when = When::Selected,
     .run = navigate},
    {.id = "follow-in",
     .title = "What caused it: who woke it",
     .group = Group::Select,
     .keys = {'['},
     .when = When::Selected,
     .run = navigate},
    {.id = "follow-out",
     .title = "What it caused: whom it woke",
     .group = Group::Select,
     .keys = {']'},
     .when = When::Selected,
     .run = navigate},
    {.id = "cpu-meanwhile",
     .title = "Who used the CPU a thread waited for",
     .group = Group::Select,
     .keys = {ImGuiKey_U},
     .when = When::Selected,
     .run = [](App& app, Id, Args) { return showCpuMeanwhile(app.context()); }},
    {.id = "slice-menu",
     .title = "Menu of the selection",
     .group = Group::Select,
     .keys = {ImGuiMod_Shift | ImGuiKey_F10, ImGuiKey_Menu},
     .when = When::Selected,
     .run = [](App& app, Id, Args) { return app.context().sliceMenuWanted = app.context().selection.has_value(); }},
    {.id = "mark-selection",
     .title = "Mark the selection as a range",
     .group = Group::Select,
     .keys = {ImGuiKey_R},
     .run = [](App& app, Id, Args) { return markSelection(app.context()); }},
    {.id = "calls",
     .title = "List all calls of the selected function",
     .group = Group::Select,
     .run = showFunction,
     .takes = "name of a function"},
    {.id = "statistics",
     .title = "Statistics of the selected function",
     .group = Group::Select,
     .run = showFunction,
     .takes = "name of a function"},
    {.id = "sandwich",
     .title = "Callers and callees of the selected function",
     .group = Group::Select,
     .run = showFunction,
     .takes = "name of a function"},
    {.id = "search-selected",
     .title = "Search for the name of the selection",
     .group = Group::Select,
     .when = When::Selected,
     .run = searchName},
};

}  // namespace

std::span<const Action> selectionActions() {
  return kActions;
}

}  // namespace tp::ui
