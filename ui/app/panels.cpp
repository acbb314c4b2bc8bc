#include "ui/app/panels.h"

#include <algorithm>

#include "ui/app/states.h"
#include "ui/calls/flame_panel.h"
#include "ui/calls/functions_panel.h"
#include "ui/calls/sandwich_panel.h"
#include "ui/calls/slices_panel.h"
#include "ui/calls/source_panel.h"
#include "ui/compare/compare_panel.h"
#include "ui/events/events_commands.h"
#include "ui/events/events_panel.h"
#include "ui/panels/info_panel.h"
#include "ui/panels/query_commands.h"
#include "ui/panels/query_panel.h"
#include "ui/panels/query_result_track.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/panels/selection_panel.h"
#include "ui/panels/why_panel.h"
#include "ui/view/source_view.h"

namespace tp::ui {
namespace {

void drawSelected(Context& c, const Rect& area) {
  if (c.selection) return drawSelectionPanel(c, area);
  if (c.queryTracks.chosenTrack() != nullptr) return drawQueryRow(c, area);
  drawNothingSelected(c, area);
}

bool always(Context&) {
  return true;
}

// A new panel is a row.
constexpr Panel kPanels[] = {
    {.tab = Tab::Selection,
     .label = "Selection",
     .brief = "Selection",
     .draw = drawSelected,
     .tables = selectionTables,
     .title = "Selection",
     .keys = ImGuiKey_1,
     .scrolling = Scrolling::Drawer},
    {.tab = Tab::Flame,
     .label = "Flame graph",
     .brief = "Flame",
     .draw = drawFlamePanel,
     .tables = flameTables,
     .title = "Flame graph",
     .keys = ImGuiKey_2,
     .rowKeys = true},
    {.tab = Tab::Sandwich,
     .label = "Sandwich",
     .brief = "Sandwich",
     .draw = drawSandwichPanel,
     .tables = functionTables,
     .title = "Sandwich: callers and callees of a function",
     .keys = ImGuiKey_3,
     .rowKeys = true},
    {.tab = Tab::Functions,
     .label = "Functions",
     .brief = "Functions",
     .draw = drawFunctionsPanel,
     .tables = shownFunctionTables,
     .title = "Functions",
     .keys = ImGuiKey_4,
     .rowKeys = true},
    {.tab = Tab::Info,
     .label = "Info",
     .brief = "Info",
     .draw = drawInfoPanel,
     .tables = infoTables,
     .title = "About the trace",
     .keys = ImGuiKey_5},
    {.tab = Tab::Scheduling,
     .label = "Scheduling",
     .brief = "Sched.",
     .draw = drawSchedulingPanel,
     .tables = schedulingTables,
     .title = "Scheduling",
     .keys = ImGuiKey_6,
     .rowKeys = true},
    {.tab = Tab::Why,
     .label = "Why",
     .brief = "Why",
     .draw = drawWhyPanel,
     .tables = whyTables,
     .title = "Why: what held up the selected thread",
     .keys = ImGuiKey_Y,
     .scrolling = Scrolling::Drawer},
    {.tab = Tab::Compare,
     .label = "Compare",
     .brief = "Comp.",
     .draw = drawComparePanel,
     .tables = compareTables,
     .title = "Compare two traces, ranges or threads",
     .keys = ImGuiKey_X,
     .scrolling = Scrolling::Parts,
     .rowKeys = true},
    {.tab = Tab::Slices,
     .label = "Slices",
     .brief = "Slices",
     .draw = drawSlicesPanel,
     .tables = slicesTables,
     .title = "Slices: calls as rows, the longest first",
     .keys = ImGuiKey_9,
     .actions = slicesActions,
     .scrolling = Scrolling::Parts,
     .hasRows = always},
    // It has more rows than ImGui's scrollbar can tell apart.
    {.tab = Tab::Events,
     .label = "Events",
     .brief = "Events",
     .draw = drawEventsPanel,
     .tables = eventsTables,
     .title = "Events",
     .keys = ImGuiKey_7,
     .scrolling = Scrolling::Parts,
     .hasRows = always,
     .opened = eventsOpened},
    {.tab = Tab::Query,
     .label = "Query",
     .brief = "Query",
     .draw = drawQueryPanel,
     .tables = queryTables,
     .title = "Query (SQL)",
     .keys = ImGuiKey_8,
     .actions = queryActions,
     .scrolling = Scrolling::Parts,
     .hasRows = hasQueryRows,
     .opened = queryOpened,
     .tabPressed = queryOpened},
    {.tab = Tab::Source,
     .label = "Source",
     .brief = "Source",
     .draw = drawSourcePanel,
     .tables = sourceTables,
     .scrolling = Scrolling::Parts,
     .rowKeys = true,
     // From when it is first asked for something.
     .hasTab = [](Context& c) { return c.memory.of<SourceView>().asked(); }},
};

}  // namespace

std::span<const Panel> programPanels() {
  return kPanels;
}

const Panel* findPanel(std::span<const Panel> panels, std::string_view id) {
  const auto at = std::find_if(panels.begin(), panels.end(), [id](const Panel& one) { return id == one.tab.id; });
  return at != panels.end() ? &*at : nullptr;
}

const Panel& panelOf(std::span<const Panel> panels, Tab tab) {
  const Panel* panel = findPanel(panels, tab.id);
  return panel != nullptr ? *panel : panels.front();
}

std::vector<PanelTable> panelTables(std::span<const Panel> panels, Context& c) {
  const Phase phase = c.session.phase();
  if (!c.drawerOpen || (phase != Phase::Ready && phase != Phase::Indexing)) return {};
  std::vector<PanelTable> tables = panelOf(panels, c.tab).tables(c);
  auto empty = [](const PanelTable& one) { return one.rows.empty(); };
  tables.erase(std::remove_if(tables.begin(), tables.end(), empty), tables.end());
  for (PanelTable& one : tables) one.rows.resize(std::min(one.rows.size(), kMaxPanelRows));
  return tables;
}

}  // namespace tp::ui
