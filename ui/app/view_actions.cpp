// Actions that move the view, select and search. A new action is a row; what is longer than a line belongs in a file of
// its own.
#include <cmath>

#include "ui/app/actions.h"
#include "ui/app/app.h"
#include "ui/app/commands.h"
#include "ui/events/events_commands.h"

namespace tp::ui {
namespace {

using Id = std::string_view;
using Group = ActionGroup;

constexpr double kZoomStep = 0.7;
constexpr double kPanStep = 0.15;

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
    {.id = "clear",
     .title = "Clear selection, range and highlight",
     .group = Group::Select,
     .keys = {ImGuiKey_Escape},
     .run = clear},
    {.id = "select", .title = "Select", .group = Group::Select, .run = selectAt, .listed = false},
    {.id = "thread", .title = "Select what a thread did", .group = Group::Select, .run = showThread, .listed = false},
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
