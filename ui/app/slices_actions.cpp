// Actions of the panel of slices.
#include "ui/app/actions.h"
#include "ui/app/app.h"
#include "ui/app/commands.h"
#include "ui/app/export.h"
#include "ui/calls/slices_commands.h"
#include "ui/view/leads.h"
#include "ui/view/sampled_weight.h"
#include "ui/view/slice_cells.h"

namespace tp::ui {
namespace {

using Id = std::string_view;
using Group = ActionGroup;

bool onSlices(App& app, Id id, Args args) {
  return slicesCommand(app.context(), id, args);
}

// Opens the tab first.
bool showSlices(App& app, Id id, Args args) {
  openTab(app.context(), Tab::Slices);
  return slicesCommand(app.context(), id, args);
}

// The filter of the events, if they are shown, or if there are no slices; else that of the slices.
bool typeFilter(App& app, Id, Args args) {
  Context& c = app.context();
  if (!args.empty()) return false;
  if (!c.drawerOpen || c.tab != Tab::Events) openTab(c, isProfile(c.index()) ? Tab::Events : Tab::Slices);
  c.typeAhead.want(Field::List);
  return true;
}

bool exportSlices(App& app, Id, Args) {
  Context& c = app.context();
  const std::shared_ptr<SlicesQuestion>& question = c.slices.question();
  if (!question || !question->done()) return false;
  return saveFile(c, fileName(c.session, "-slices.csv"), slicesCsv(sliceRows(c, c.index())));
}

constexpr Action kActions[] = {
    {.id = "slices-filter",
     .title = "Filter the slices",
     .group = Group::Panels,
     .run = showSlices,
     .asks = "an expression over name, dur, self, caller and arguments"},
    {.id = "list-filter",
     .title = "Type into the filter of the list",
     .group = Group::Panels,
     .keys = {ImGuiMod_Shift | ImGuiKey_T},
     .when = When::Open,
     .run = typeFilter},
    {.id = "slices-sort",
     .title = "Sort the slices",
     .group = Group::Panels,
     .run = showSlices,
     .asks = "dur, self, ts or a field, and perhaps asc or desc"},
    {.id = "slices-by",
     .title = "Group the slices by a field",
     .group = Group::Panels,
     .run = showSlices,
     .asks = "name, thread, caller, retval or an argument"},
    {.id = "slices-groups-sort",
     .title = "Sort the groups of slices",
     .group = Group::Panels,
     .run = showSlices,
     .asks = "count, total, self, median, p99 or max, and perhaps asc"},
    {.id = "slices-kind", .title = "Slices: calls", .group = Group::Panels, .run = showSlices, .argument = "threads"},
    {.id = "slices-kind",
     .title = "Slices: what is on the CPUs",
     .group = Group::Panels,
     .run = showSlices,
     .argument = "cpus"},
    {.id = "slices-kind",
     .title = "Slices: asynchronous ones",
     .group = Group::Panels,
     .run = showSlices,
     .argument = "async"},
    {.id = "slices-kind",
     .title = "Slices: states of threads",
     .group = Group::Panels,
     .run = showSlices,
     .argument = "states"},
    {.id = "slices-kind",
     .title = "Slices: system calls",
     .group = Group::Panels,
     .run = showSlices,
     .argument = "syscalls"},
    {.id = "slices-row",
     .title = "Go to a slice of the list",
     .group = Group::Panels,
     .run = onSlices,
     .asks = "its number"},
    {.id = "slices-copy", .title = "Copy the chosen slices", .group = Group::Panels, .run = onSlices},
    {.id = "slices-choose", .title = "Slice to the timeline", .group = Group::Panels, .run = onSlices, .listed = false},
    {.id = "slices-up", .title = "Slice before in the list", .group = Group::Panels, .run = onSlices, .listed = false},
    {.id = "slices-down", .title = "Next slice of the list", .group = Group::Panels, .run = onSlices, .listed = false},
    {.id = "slices-page-up", .title = "A page of slices up", .group = Group::Panels, .run = onSlices, .listed = false},
    {.id = "slices-page-down",
     .title = "A page of slices on",
     .group = Group::Panels,
     .run = onSlices,
     .listed = false},
    {.id = "slices-first", .title = "First slice of the list", .group = Group::Panels, .run = onSlices},
    {.id = "slices-last", .title = "Last slice of the list", .group = Group::Panels, .run = onSlices},
    {.id = "export-slices",
     .title = "Export the list of slices: CSV",
     .group = Group::Trace,
     .when = When::Ready,
     .run = exportSlices},
};

}  // namespace

std::span<const Action> slicesActions() {
  return kActions;
}

}  // namespace tp::ui
