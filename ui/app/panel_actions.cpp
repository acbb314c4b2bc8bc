// Actions that work in panels. A new action is a row; what is longer than a line belongs in a file of its
// own.
#include "core/analysis/known_states.h"
#include "ui/app/actions.h"
#include "ui/app/app.h"
#include "ui/app/commands.h"
#include "ui/app/compare_file.h"
#include "ui/calls/call_leads.h"
#include "ui/compare/compare_scopes.h"
#include "ui/events/events_commands.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/panels/scheduling_softirqs.h"
#include "ui/panels/why_panel.h"
#include "ui/view/duration_leads.h"
#include "ui/view/laid_plots.h"
#include "ui/view/leads.h"
#include "ui/view/losses.h"
#include "ui/view/plots.h"
#include "ui/view/selection_text.h"

namespace tp::ui {
namespace {

// Goes to the next warning, or to the one given by its number (from 1). Returns false if there is none, or the panel is
// not open.
bool warningCommand(Context& c, std::span<const std::string> args) {
  int count = static_cast<int>(c.index().warnings().size());
  if (c.tab != Tab::Info || !c.drawerOpen || count == 0 || args.size() > 1) return false;
  int64_t wanted = (c.warning.chosen() + 1) % count + 1;
  if (args.size() == 1 && !number(args[0], wanted)) return false;
  if (wanted < 1 || wanted > count) return false;
  return c.warning.choose(c, static_cast<int>(wanted - 1)), true;
}

bool showNextLoss(App& app, std::string_view, Args) {
  return goToLoss(app.context(), kNoTrack);
}

using Id = std::string_view;
using Group = ActionGroup;

bool nextListed(App& app, Id, Args) {
  Context& c = app.context();
  if (latencyCommand(c, {}) || warningCommand(c, {}) || whyCommand(c, "path-longest")) return true;
  if (c.tab == Tab::Functions && c.drawerOpen && listChosenFunction(c)) return true;
  if (c.tab == Tab::Info && c.drawerOpen && goToLoss(c, kNoTrack)) return true;
  return c.sliceMenuWanted = c.selection.has_value();
}

bool onEvents(App& app, Id id, Args args) {
  return eventsCommand(app.context(), id, args);
}

bool onWhy(App& app, Id id, Args) {
  return whyCommand(app.context(), id);
}

bool plot(App& app, Id id, Args args) {
  return plotCommand(app.context(), id, args);
}

bool onLaid(App& app, Id id, Args args) {
  return layCommand(app.context(), id, args);
}

bool onDurations(App& app, Id id, Args args) {
  return durationsCommand(app.context(), id, args);
}

// These open the panel with the list first.
bool goToWarning(App& app, Id, Args args) {
  Context& c = app.context();
  if (c.index().warnings().empty()) return false;
  openTab(c, Tab::Info);
  return warningCommand(c, args);
}

bool goToLatency(App& app, Id, Args args) {
  Context& c = app.context();
  openTab(c, Tab::Scheduling);
  if (c.scheduling.last() == nullptr) return c.schedulingView.goOn = true;
  return latencyCommand(c, args);
}

bool showLatencies(App& app, Id, Args args) {
  Context& c = app.context();
  openTab(c, Tab::Scheduling);
  return latenciesCommand(c, args);
}

bool showSoftirqs(App& app, Id, Args) {
  return openSoftirqs(app.context());
}

// Why the open traces can't be compared by that; empty: they can.
const char* notComparable(const Context& c, ComparedBy by) {
  const TraceIndex& index = c.index();
  if (by == ComparedBy::Threads && !tellsRunning(index))
    return "Not by thread: the trace does not tell when its threads ran.";
  if (by == ComparedBy::Waits && !tellsStates(index))
    return "No waits: the trace does not tell what its threads waited for.";
  if (by == ComparedBy::Latencies && !index.info().traits.kernel)
    return "No latencies: they are of traces of a kernel.";
  return "";
}

// Takes "a" or "b": what is marked becomes that side; "halves", "recordings", "exchange"; or one of kComparedBy.
bool compareCommand(App& app, Id, Args args) {
  Context& c = app.context();
  if (args.size() != 1 || c.session.phase() != Phase::Ready) return false;
  const std::string& what = args[0];
  for (size_t by = 0; by < std::size(kComparedBy); ++by)
    if (what == kComparedBy[by]) {
      const auto wanted = static_cast<ComparedBy>(by);
      if (const char* missing = notComparable(c, wanted); *missing != '\0') return c.say(missing), false;
      compareView(c).by = wanted;
      return openTab(c, Tab::Compare), true;
    }
  const bool done = what == "a"            ? chooseMarked(c, 0)
                    : what == "b"          ? chooseMarked(c, 1)
                    : what == "halves"     ? (compareHalves(c), true)
                    : what == "recordings" ? chooseRecordings(c)
                    : what == "exchange"   ? (exchangeSides(c), compared(c).has_value())
                                           : false;
  if (done) openTab(c, Tab::Compare);
  return done;
}

// Takes a word of kCompareFiles.
bool saveCompared(App& app, Id, Args args) {
  return args.size() == 1 && saveComparison(app.context(), args[0]);
}

// Takes a word of differenceChoices().
bool differenceCommand(App& app, Id, Args args) {
  Context& c = app.context();
  if (args.size() != 1 || !compared(c) || !chooseDifference(compareView(c).look, args[0])) return false;
  compareView(c).by = ComparedBy::Stacks;
  return openTab(c, Tab::Compare), true;
}

constexpr Action kActions[] = {
    {.id = "events-filter",
     .title = "Filter the events",
     .group = Group::Panels,
     .run = onEvents,
     .asks = "an expression over the fields of events"},
    {.id = "events-span",
     .title = "Events of the whole trace",
     .group = Group::Panels,
     .run = onEvents,
     .argument = "whole"},
    {.id = "events-span", .title = "Events in view", .group = Group::Panels, .run = onEvents, .argument = "view"},
    {.id = "events-span",
     .title = "Events in the marked range",
     .group = Group::Panels,
     .run = onEvents,
     .argument = "marked"},
    {.id = "events-row", .title = "Go to an event", .group = Group::Panels, .run = onEvents, .asks = "its number"},
    {.id = "events-time", .title = "Events from a time on", .group = Group::Panels, .run = onEvents, .asks = "a time"},
    {.id = "events-times", .title = "Events: times relative or as recorded", .group = Group::Panels, .run = onEvents},
    {.id = "events-column",
     .title = "A column of the events for a field, or no longer",
     .group = Group::Panels,
     .run = onEvents,
     .asks = "name of a field of the records"},
    {.id = "events-copy", .title = "Copy the chosen events", .group = Group::Panels, .run = onEvents},
    {.id = "events-choose", .title = "Event to the timeline", .group = Group::Panels, .run = onEvents, .listed = false},
    {.id = "events-up", .title = "Event before", .group = Group::Panels, .run = onEvents, .listed = false},
    {.id = "events-down", .title = "Next event", .group = Group::Panels, .run = onEvents, .listed = false},
    {.id = "events-page-up", .title = "A page of events up", .group = Group::Panels, .run = onEvents, .listed = false},
    {.id = "events-page-down",
     .title = "A page of events on",
     .group = Group::Panels,
     .run = onEvents,
     .listed = false},
    {.id = "events-first", .title = "First event", .group = Group::Panels, .run = onEvents},
    {.id = "events-last", .title = "Last event", .group = Group::Panels, .run = onEvents},
    {.id = "next-listed",
     .title = "Next entry of the open panel",
     .group = Group::Panels,
     .keys = {ImGuiKey_Enter},
     .run = nextListed,
     .repeats = true},
    {.id = "warning", .title = "Go to the next warning", .group = Group::Panels, .run = goToWarning},
    {.id = "next-loss",
     .title = "Go to the next place where records were lost",
     .group = Group::Panels,
     .run = showNextLoss},
    {.id = "latency",
     .title = "The next of the worst wakeup latencies",
     .group = Group::Panels,
     .run = goToLatency,
     .repeats = true},
    {.id = "latencies",
     .title = "List the wakeup latencies from one length to another",
     .group = Group::Panels,
     .run = showLatencies,
     .asks = "shortest and longest, as 10us 50us"},
    {.id = "softirqs", .title = "How long softirqs were pending", .group = Group::Panels, .run = showSoftirqs},
    {.id = "path-previous",
     .title = "Why: the part of the critical path before",
     .group = Group::Panels,
     .keys = {'{'},
     .run = onWhy,
     .repeats = true},
    {.id = "path-next",
     .title = "Why: the next part of the critical path",
     .group = Group::Panels,
     .keys = {'}'},
     .run = onWhy,
     .repeats = true},
    {.id = "why-chains", .title = "Why: wakeup chains, or causes", .group = Group::Panels, .run = onWhy},
    {.id = "compare",
     .title = "Compare: the marked range or the selected thread is A",
     .group = Group::Panels,
     .run = compareCommand,
     .argument = "a"},
    {.id = "compare",
     .title = "Compare: the marked range or the selected thread is B",
     .group = Group::Panels,
     .run = compareCommand,
     .argument = "b"},
    {.id = "compare",
     .title = "Compare the first half of the trace with the second",
     .group = Group::Panels,
     .run = compareCommand,
     .argument = "halves"},
    {.id = "compare",
     .title = "Compare the first half of the traces with the others, as recordings of each",
     .group = Group::Panels,
     .when = When::Joined,
     .run = compareCommand,
     .argument = "recordings"},
    {.id = "compare",
     .title = "Compare: exchange A and B",
     .group = Group::Panels,
     .run = compareCommand,
     .argument = "exchange"},
    {.id = "compare",
     .title = "Compare by function",
     .group = Group::Panels,
     .run = compareCommand,
     .argument = "functions"},
    {.id = "compare",
     .title = "Compare by thread",
     .group = Group::Panels,
     .when = When::Running,
     .run = compareCommand,
     .argument = "threads"},
    {.id = "compare",
     .title = "Compare by stack: differential flame graph",
     .group = Group::Panels,
     .run = compareCommand,
     .argument = "stacks"},
    {.id = "difference",
     .title = "Differential flame graph: boxes as wide as B",
     .group = Group::Panels,
     .run = differenceCommand,
     .argument = "b"},
    {.id = "difference",
     .title = "Differential flame graph: boxes as wide as A",
     .group = Group::Panels,
     .run = differenceCommand,
     .argument = "a"},
    {.id = "difference",
     .title = "Differential flame graph: boxes as wide as the larger",
     .group = Group::Panels,
     .run = differenceCommand,
     .argument = "larger"},
    {.id = "difference",
     .title = "Differential flame graph: change of self time",
     .group = Group::Panels,
     .run = differenceCommand,
     .argument = "self"},
    {.id = "difference",
     .title = "Differential flame graph: change of total time",
     .group = Group::Panels,
     .run = differenceCommand,
     .argument = "total"},
    {.id = "difference",
     .title = "Differential flame graph: colours by change",
     .group = Group::Panels,
     .run = differenceCommand,
     .argument = "change"},
    {.id = "difference",
     .title = "Differential flame graph: colours in proportion to A",
     .group = Group::Panels,
     .run = differenceCommand,
     .argument = "proportional"},
    {.id = "compare-save",
     .title = "Compare: save the report (HTML)",
     .group = Group::Panels,
     .run = saveCompared,
     .argument = "html"},
    {.id = "compare-save",
     .title = "Compare: save the table (CSV)",
     .group = Group::Panels,
     .run = saveCompared,
     .argument = "csv"},
    {.id = "compare-save",
     .title = "Compare: save the flame graph (SVG)",
     .group = Group::Panels,
     .run = saveCompared,
     .argument = "svg"},
    {.id = "compare",
     .title = "Compare latencies: wakeups, system calls, interrupts",
     .group = Group::Panels,
     .when = When::Kernel,
     .run = compareCommand,
     .argument = "latencies"},
    {.id = "compare",
     .title = "Compare waits: what threads waited for",
     .group = Group::Panels,
     .when = When::States,
     .run = compareCommand,
     .argument = "waits"},
    {.id = "plot",
     .title = "Plot a field of an event",
     .group = Group::Panels,
     .run = plot,
     .asks = "event, field, and perhaps another field: a line for each of its values"},
    {.id = "plot-lay",
     .title = "Lay the latest plot of a field onto the one before",
     .group = Group::Panels,
     .run = onLaid},
    {.id = "plot-lift", .title = "Plots of fields on tracks of their own", .group = Group::Panels, .run = onLaid},
    {.id = "plot-durations",
     .title = "Plot the durations of the selected function",
     .group = Group::Panels,
     .run = onDurations,
     .takes = "name of a function"},
    {.id = "plot-durations-onto",
     .title = "Plot the durations of the selected function onto the plot before",
     .group = Group::Panels,
     .run = onDurations,
     .takes = "name of a function"},
    {.id = "plot-slices",
     .title = "Plot the durations of the slices that are listed",
     .group = Group::Panels,
     .run = onDurations},
    {.id = "durations-scale",
     .title = "Plots of durations: logarithmic scale",
     .group = Group::Panels,
     .run = onDurations,
     .argument = "log"},
    {.id = "durations-scale",
     .title = "Plots of durations: linear scale",
     .group = Group::Panels,
     .run = onDurations,
     .argument = "linear"},
    {.id = "unplot-durations", .title = "Remove the plots of durations", .group = Group::Panels, .run = onDurations},
    {.id = "copy-details",
     .title = "Copy what is known of the selection",
     .group = Group::Panels,
     .keys = {ImGuiMod_Ctrl | ImGuiKey_C},
     .when = When::Selected,
     .run = [](App& app, Id, Args) { return copyDetails(app.context()), true; }},
    {.id = "unplot", .title = "Remove what is plotted", .group = Group::Panels, .run = plot},
    {.id = "toggle-drawer",
     .title = "Open or close the drawer",
     .group = Group::Panels,
     .keys = {ImGuiKey_Q},
     .run = [](App& app, Id, Args) { return app.context().drawerOpen = !app.context().drawerOpen, true; }},
    {.id = "function",
     .title = "Sandwich and histogram of a function",
     .group = Group::Panels,
     .run = chooseFunction,
     .asks = "name of a function"},
};

}  // namespace

std::span<const Action> panelActions() {
  return kActions;
}

}  // namespace tp::ui
