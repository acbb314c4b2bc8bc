// Actions that move the view, select and search. A new action is a row; what is longer than a line belongs in a file of
// its own.
#include <cmath>

#include "ui/app/actions.h"
#include "ui/app/app.h"
#include "ui/app/commands.h"
#include "ui/events/events_commands.h"
#include "ui/view/navigation.h"

namespace tp::ui {
namespace {

using Id = std::string_view;
using Group = ActionGroup;

constexpr double kZoomStep = 0.7;
constexpr double kPanStep = 0.15;

bool navigate(App& app, Id id, Args args) {
  return navigationCommand(app.context(), id, args);
}

bool onEvents(App& app, Id id, Args args) {
  return eventsCommand(app.context(), id, args);
}

constexpr Action kActions[] = {
    {.id = "zoom-in",
     .title = "Zoom in",
     .group = Group::Move,
     .keys = {ImGuiKey_W},
     .run = [](App& app, Id, Args) { return app.context().view.zoom(kZoomStep, 0.5), true; },
     .hold = [](Context& c, double at, double held) { c.view.zoom(held > 0 ? std::exp(-2.8 * held) : 0.8, at); }},
    {.id = "zoom-out",
     .title = "Zoom out",
     .group = Group::Move,
     .keys = {ImGuiKey_S},
     .run = [](App& app, Id, Args) { return app.context().view.zoom(1 / kZoomStep, 0.5), true; },
     .hold = [](Context& c, double at, double held) { c.view.zoom(held > 0 ? std::exp(2.8 * held) : 1.25, at); }},
    {.id = "pan-left",
     .title = "Move left",
     .group = Group::Move,
     .keys = {ImGuiKey_A},
     .run = [](App& app, Id, Args) { return app.context().view.pan(-kPanStep), true; },
     .hold = [](Context& c, double, double held) { c.view.pan(held > 0 ? -1.2 * held : -0.06); }},
    {.id = "pan-right",
     .title = "Move right",
     .group = Group::Move,
     .keys = {ImGuiKey_D},
     .run = [](App& app, Id, Args) { return app.context().view.pan(kPanStep), true; },
     .hold = [](Context& c, double, double held) { c.view.pan(held > 0 ? 1.2 * held : 0.06); }},
    {.id = "fit", .title = "Fit the selection or range", .group = Group::Move, .keys = {ImGuiKey_F}, .run = fit},
    {.id = "show-all",
     .title = "Show the whole trace",
     .group = Group::Move,
     .keys = {ImGuiKey_0, ImGuiKey_Keypad0},
     .run = [](App& app, Id, Args) { return app.context().view.showAll(), true; }},
    {.id = "back",
     .title = "Back to where the view was",
     .group = Group::Move,
     .keys = {ImGuiMod_Alt | ImGuiKey_LeftArrow, ImGuiKey_MouseX1},
     .run = [](App& app, Id, Args) { return app.goBack(false); }},
    {.id = "forward",
     .title = "Forward again",
     .group = Group::Move,
     .keys = {ImGuiMod_Alt | ImGuiKey_RightArrow, ImGuiKey_MouseX2},
     .run = [](App& app, Id, Args) { return app.goBack(true); }},
    {.id = "last-view",
     .title = "Where this trace was left the last time",
     .group = Group::Move,
     .when = When::Remembered,
     .run = [](App& app, Id, Args) { return app.openLink(app.context().lastView), true; }},
    {.id = "set-visible",
     .title = "Show a span of time",
     .group = Group::Move,
     .run = setVisible,
     .asks = "first and last time, as the trace counts"},
    {.id = "next",
     .title = "Next slice on the row",
     .group = Group::Select,
     .keys = {ImGuiKey_RightArrow},
     .when = When::Selected,
     .run = [](App& app, Id, Args) { return app.step(1, 0); },
     .repeats = true},
    {.id = "previous",
     .title = "Previous slice on the row",
     .group = Group::Select,
     .keys = {ImGuiKey_LeftArrow},
     .when = When::Selected,
     .run = [](App& app, Id, Args) { return app.step(-1, 0); },
     .repeats = true},
    {.id = "parent",
     .title = "Caller",
     .group = Group::Select,
     .keys = {ImGuiKey_UpArrow},
     .when = When::Selected,
     .run = [](App& app, Id, Args) { return app.step(1, -1); },
     .repeats = true},
    {.id = "child",
     .title = "First call within",
     .group = Group::Select,
     .keys = {ImGuiKey_DownArrow},
     .when = When::Selected,
     .run = [](App& app, Id, Args) { return app.step(1, 1); },
     .repeats = true},
    {.id = "previous-same",
     .title = "Before, of the same name",
     .group = Group::Select,
     .keys = {ImGuiKey_Comma},
     .when = When::Open,
     .run = navigate,
     .repeats = true},
    {.id = "next-same",
     .title = "After, of the same name",
     .group = Group::Select,
     .keys = {ImGuiKey_Period},
     .when = When::Open,
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
     .keys = {ImGuiKey_LeftBracket},
     .when = When::Selected,
     .run = navigate},
    {.id = "follow-out",
     .title = "What it caused: whom it woke",
     .group = Group::Select,
     .keys = {ImGuiKey_RightBracket},
     .when = When::Selected,
     .run = navigate},
    {.id = "clear",
     .title = "Clear selection, range and highlight",
     .group = Group::Select,
     .keys = {ImGuiKey_Escape},
     .run = clear},
    {.id = "select", .title = "Select", .group = Group::Select, .run = selectAt, .listed = false},
    {.id = "reveal", .title = "Scroll to a track", .group = Group::Select, .run = reveal, .listed = false},
    {.id = "find",
     .title = "Search names, threads and arguments",
     .group = Group::Search,
     .keys = {'/', ImGuiMod_Ctrl | ImGuiKey_F},
     .run = find,
     .takes = "a text, a number or an expression; nothing ends the search"},
    {.id = "search", .title = "Search", .group = Group::Search, .run = onEvents, .listed = false},
    {.id = "search-next", .title = "Next hit (Enter in the field)", .group = Group::Search, .run = onEvents},
    {.id = "search-previous",
     .title = "Hit before (Shift+Enter in the field)",
     .group = Group::Search,
     .run = onEvents},
    {.id = "events-hits", .title = "List the hits", .group = Group::Search, .run = onEvents},
};

}  // namespace

std::span<const Action> viewActions() {
  return kActions;
}

}  // namespace tp::ui
