// Actions on the trace as a whole and on the window. A new action is a row; what is longer than a line belongs in a
// file of its own.
#include <charconv>
#include <system_error>

#include "ui/app/actions.h"
#include "ui/app/app.h"
#include "ui/app/commands.h"
#include "ui/app/export.h"
#include "ui/app/palette.h"
#include "ui/panels/siblings.h"

namespace tp::ui {
namespace {

bool openAgain(App& app, std::string_view, Args) {
  const auto& again = app.context().host.openAgain;
  if (again) again();
  return static_cast<bool>(again);
}

using Id = std::string_view;
using Group = ActionGroup;

bool addTrace(App& app, Id id, Args) {
  const auto& add = app.context().host.addTrace;
  if (add) add(id == "add-directory");
  return static_cast<bool>(add);
}

bool openRecent(App& app, Id, Args args) {
  const Host& host = app.context().host;
  size_t number = 0;
  if (args.size() != 1 || !host.openRecent) return false;
  const char *begin = args[0].data(), *end = begin + args[0].size();
  const auto [stopped, problem] = std::from_chars(begin, end, number);
  if (problem != std::errc() || stopped != end || number < 1 || number > host.recent.size()) return false;
  host.openRecent(static_cast<int>(number - 1));
  return true;
}

bool clearRecent(App& app, Id, Args) {
  Host& host = app.context().host;
  if (host.recent.empty() || !host.clearRecent) return false;
  host.clearRecent();
  host.recent.clear();
  return true;
}

bool openManual(App& app, Id, Args) {
  Context& c = app.context();
  if (!c.host.openManual) return false;
  if (const std::string why = c.host.openManual(); !why.empty()) c.say(why);
  return true;
}

constexpr Action exportRow(const char* id, const char* title, When when, const char* format) {
  return {.id = id, .title = title, .group = Group::Trace, .when = when, .run = exportFile, .argument = format};
}

constexpr Action tableRow(const char* id, const char* title, When when, const char* table) {
  return {.id = id, .title = title, .group = Group::Trace, .when = when, .run = exportParquet, .argument = table};
}

constexpr Action kActions[] = {
    {.id = "open-files",
     .title = "Open files\u2026",
     .group = Group::Trace,
     .keys = {ImGuiMod_Ctrl | ImGuiKey_O},
     .when = When::Always,
     .run = openCommand},
    {.id = "open-directory",
     .title = "Open a directory\u2026",
     .group = Group::Trace,
     .when = When::Always,
     .run = openCommand},
    {.id = "open-again",
     .title = "Open again, as the files are by now",
     .group = Group::Trace,
     .keys = {ImGuiMod_Shift | ImGuiKey_R},
     .run = openAgain},
    {.id = "open-recent",
     .title = "Open what was opened before",
     .group = Group::Trace,
     .when = When::Always,
     .run = openRecent,
     .asks = "its number, 1 for the last"},
    {.id = "clear-recent",
     .title = "Forget what was opened before",
     .group = Group::Trace,
     .when = When::Always,
     .run = clearRecent},
    {.id = "open-sibling",
     .title = "Open another of the traces that were dropped",
     .group = Group::Trace,
     .run = [](App& app, Id, Args args) { return args.size() == 1 && openSibling(app.context(), args[0]); },
     .asks = "its folder"},
    {.id = "open-together",
     .title = "Open all traces that were dropped together",
     .group = Group::Trace,
     .run = jointCommand},
    {.id = "add-files", .title = "Open files beside this trace\u2026", .group = Group::Trace, .run = addTrace},
    {.id = "add-directory",
     .title = "Open a directory beside this trace\u2026",
     .group = Group::Trace,
     .run = addTrace},
    {.id = "trace.shift",
     .title = "Shift a trace in time",
     .group = Group::Trace,
     .when = When::Joined,
     .run = jointCommand,
     .asks = "its number and how far, as 2 -1.5 ms"},
    {.id = "trace.reset-alignment",
     .title = "Reset the alignment of all traces",
     .group = Group::Trace,
     .when = When::Joined,
     .run = jointCommand},
    {.id = "trace.align-beginnings",
     .title = "Align the beginnings of all traces",
     .group = Group::Trace,
     .when = When::Joined,
     .run = jointCommand},
    {.id = "trace.align-calls",
     .title = "Align the traces at the first call of a function",
     .group = Group::Trace,
     .when = When::Joined,
     .run = jointCommand,
     .takes = "name of a function"},
    {.id = "trace.align-markers",
     .title = "Align the last trace by the last two markers",
     .group = Group::Trace,
     .when = When::Joined,
     .run = jointCommand},
    {.id = "trace.alone",
     .title = "Open only the trace that came last",
     .group = Group::Trace,
     .when = When::Joined,
     .run = jointCommand},
    {.id = "trace.all",
     .title = "Show all traces again",
     .group = Group::Trace,
     .when = When::Joined,
     .run = jointCommand},
    {.id = "trace.close",
     .title = "Take a trace away",
     .group = Group::Trace,
     .when = When::Joined,
     .run = jointCommand,
     .asks = "its number"},
    exportRow("export", "Export the trace: Chrome JSON", When::Ready, "chrome"),
    exportRow("export", "Export the trace: Perfetto", When::Ready, "perfetto"),
    exportRow("export", "Export the trace: speedscope", When::Ready, "speedscope"),
    exportRow("export", "Export the trace: folded stacks", When::Ready, "folded"),
    exportRow("export", "Export the trace: all events as CSV", When::Ready, "csv"),
    tableRow("export-parquet", "Export the trace: slices as Parquet", When::Ready, "slices"),
    tableRow("export-parquet", "Export the trace: states of threads as Parquet", When::Ready, "thread_state"),
    tableRow("export-parquet", "Export the trace: events as Parquet", When::Ready, "events"),
    exportRow("export-range", "Export the marked range: Chrome JSON", When::Marked, "chrome"),
    exportRow("export-range", "Export the marked range: Perfetto", When::Marked, "perfetto"),
    exportRow("export-range", "Export the marked range: speedscope", When::Marked, "speedscope"),
    exportRow("export-range", "Export the marked range: folded stacks", When::Marked, "folded"),
    exportRow("export-range", "Export the marked range: its events as CSV", When::Marked, "csv"),
    tableRow("export-range-parquet", "Export the time of the marked range: slices as Parquet", When::Marked, "slices"),
    tableRow("export-range-parquet", "Export the time of the marked range: states of threads as Parquet", When::Marked,
             "thread_state"),
    tableRow("export-range-parquet", "Export the time of the marked range: events as Parquet", When::Marked, "events"),
    {.id = "export-report",
     .title = "Export what is visible: one HTML file that shows it",
     .group = Group::Trace,
     .when = When::Ready,
     .run = exportReport},
    {.id = "export-range-report",
     .title = "Export the time of the marked range: one HTML file that shows it",
     .group = Group::Trace,
     .when = When::Marked,
     .run = exportReport},
    exportRow("export-track", "Export the selected track: Chrome JSON", When::Selected, "chrome"),
    exportRow("export-track", "Export the selected track: Perfetto", When::Selected, "perfetto"),
    exportRow("export-track", "Export the selected track: speedscope", When::Selected, "speedscope"),
    {.id = "export-table",
     .title = "Export the table of events, its rows and columns: CSV",
     .group = Group::Trace,
     .when = When::Ready,
     .run = exportTable},
    {.id = "cancel-export",
     .title = "Stop the export",
     .group = Group::Trace,
     .when = When::Exporting,
     .run = [](App& app, Id, Args) { return cancelExport(app.context()), true; }},
    {.id = "picture",
     .title = "Save a picture of the timeline: SVG",
     .group = Group::Trace,
     .run = takePicture,
     .argument = "svg"},
    {.id = "picture",
     .title = "Save a picture of the window: PNG",
     .group = Group::Trace,
     .run = takePicture,
     .argument = "png"},
    {.id = "picture",
     .title = "Save a picture of the panel: SVG",
     .group = Group::Trace,
     .run = takePicture,
     .argument = "panel-svg"},
    {.id = "picture",
     .title = "Save a picture of the panel: PNG",
     .group = Group::Trace,
     .run = takePicture,
     .argument = "panel-png"},
    {.id = "copy-link",
     .title = "Copy a link to this view",
     .group = Group::Trace,
     .keys = {ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_C},
     .run = copyLink},
    {.id = "cancel",
     .title = "Stop indexing",
     .group = Group::Trace,
     .when = When::Indexing,
     .run = [](App& app, Id, Args) { return app.context().session.cancel(), true; }},
    {.id = "theme",
     .title = "Theme: as the system",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "system"},
    {.id = "theme",
     .title = "Theme: dark",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "dark"},
    {.id = "theme",
     .title = "Theme: light",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "light"},
    {.id = "theme",
     .title = "Theme: high contrast",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "contrast"},
    {.id = "colours",
     .title = "Colours: standard",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "standard"},
    {.id = "colours",
     .title = "Colours: safe for colour blindness",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "colour-blind"},
    {.id = "state-colours",
     .title = "Thread states: standard colours",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "standard"},
    {.id = "state-colours",
     .title = "Thread states: colours as in LTTV",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "lttv"},
    {.id = "signatures",
     .title = "Functions: short names where they are clear",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "brief"},
    {.id = "signatures",
     .title = "Functions: full signatures",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "full"},
    {.id = "times",
     .title = "Times on the axis: from the trace's beginning",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "trace"},
    {.id = "times",
     .title = "Times on the axis: on the trace's clock",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "clock"},
    {.id = "times",
     .title = "Times on the axis: of the calendar",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "wall"},
    {.id = "workers",
     .title = "Workers: as many as suit the machine",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "machine"},
    {.id = "workers",
     .title = "Workers: one",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "1"},
    {.id = "workers",
     .title = "Workers: two",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "2"},
    {.id = "workers",
     .title = "Workers: three",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "3"},
    {.id = "workers",
     .title = "Workers: four",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "4"},
    {.id = "workers",
     .title = "Workers: eight",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "8"},
    {.id = "workers",
     .title = "Workers: sixteen",
     .group = Group::Look,
     .when = When::Always,
     .run = setChoice,
     .argument = "16"},
    {.id = "settings",
     .title = "Settings",
     .group = Group::Look,
     .keys = {ImGuiMod_Ctrl | ImGuiKey_Comma},
     .when = When::Always,
     .run = [](App& app, Id, Args) { return app.context().settingsOpen = !app.context().settingsOpen, true; }},
    {.id = "palette",
     .title = "Find an action by its name",
     .group = Group::Window,
     .keys = {ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P, '>'},
     .when = When::Always,
     .run = [](App& app, Id, Args) { return openPalette(app.context(), app.actions()), true; }},
    {.id = "help",
     .title = "List of keys",
     .group = Group::Window,
     .keys = {'?', ImGuiKey_F1},
     .when = When::Always,
     .run = [](App& app, Id, Args) { return app.context().help = !app.context().help, true; }},
    {.id = "manual",
     .title = "Open the manual",
     .group = Group::Window,
     .keys = {ImGuiMod_Shift | ImGuiKey_F1},
     .when = When::Always,
     .run = openManual},
};

}  // namespace

std::span<const Action> windowActions() {
  return kActions;
}

}  // namespace tp::ui
