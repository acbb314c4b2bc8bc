#include "wasm/app/panel_table.h"

#include <algorithm>
#include <cmath>

#include "core/tables/result_text.h"
#include "ui/base/time_text.h"
#include "ui/calls/figure_text.h"
#include "ui/calls/source_panel.h"
#include "ui/panels/query_panel.h"
#include "ui/panels/scheduling_cpu.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/view/event_columns.h"
#include "ui/view/field_columns.h"
#include "ui/view/row_text.h"
#include "ui/view/selection_text.h"
#include "ui/view/slice_cells.h"
#include "ui/view/source_view.h"

namespace tp::wasm {
namespace {

using ui::countText;
using ui::durationText;

PanelTable selectionTable(const ui::Context& c) {
  PanelTable table{"Selection", {"What", "Value"}, {}};
  if (const ui::QueryTrack* track = c.selection ? nullptr : c.queryTracks.chosenTrack()) {
    table.rows.push_back({"Track", track->name});
    for (const auto& [label, text] : ui::rowTexts(c, *track->result, c.queryTracks.chosen->row))
      table.rows.push_back({label, text});
  }
  if (!c.selection) return table;
  auto row = [&table](std::string what, std::string value) {
    table.rows.push_back({std::move(what), std::move(value)});
  };
  row("Name", ui::selectionTitle(c));
  row("Track", ui::trackPath(c.index(), c.selection->track));
  for (const auto& [label, text] : ui::selectionTimes(c)) row(label, text);
  const Description* description = c.session.description();
  if (c.selection->mark.aggregate() || description == nullptr || !description->found) return table;
  for (const DetailRow& one : description->rows)
    if (one.place == DetailRow::Place::Related) row(one.label, one.text);
  for (const Description::Link& link : description->links) row(link.label, ui::linkText(c, link));
  for (const DetailRow& one : description->rows)
    if (one.place != DetailRow::Place::Related) row(one.label, one.text);
  return table;
}

PanelTable functionTable(const ui::Context& c) {
  PanelTable table{"Functions", {"Function", "Calls", "Total", "Self", "Not ended", "Not begun"}, {}};
  const Calls* calls = c.session.calls();
  if (calls == nullptr) return table;
  std::vector<FunctionStats> rows = calls->functions.rows;
  size_t shown = std::min(rows.size(), kMaxPanelRows);
  std::partial_sort(rows.begin(), rows.begin() + static_cast<ptrdiff_t>(shown), rows.end(),
                    [](const FunctionStats& a, const FunctionStats& b) { return a.total > b.total; });
  const std::vector<TracePart>& parts = c.index().info().parts;
  const size_t traces = std::min(calls->functions.traces, parts.size());
  for (size_t i = 0; i < traces; ++i)
    for (const char* figure : {"Calls", "Total", "Self"}) table.head.push_back(figure + (" in " + parts[i].name));
  for (size_t i = 0; i < shown; ++i) {
    std::vector<std::string> cells{std::string(c.nameOf(rows[i].name)),
                                   countText(rows[i].calls),
                                   ui::figureText(rows[i], FunctionFigure::Total, c.clock()),
                                   ui::figureText(rows[i], FunctionFigure::Self, c.clock()),
                                   countText(rows[i].open),
                                   countText(rows[i].unbegun)};
    for (size_t trace = 0; trace < traces; ++trace) {
      const TraceFigures& own = calls->functions.of(rows[i], trace);
      for (FunctionFigure figure : {FunctionFigure::Calls, FunctionFigure::Total, FunctionFigure::Self})
        cells.push_back(ui::figureText(own, figure, c.clock()));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// The widest boxes of all, whether the graph is zoomed or not.
PanelTable flameTable(const ui::Context& c) {
  PanelTable table{"Flame graph", {"Function", "Called by", "Calls", "Not ended", "Total", "Self"}, {}};
  if (c.flameGraph.stacks() == nullptr) return table;
  const CallTree& tree = *c.flameGraph.stacks();
  std::span<const CallNode> nodes = tree.nodes();
  std::vector<uint32_t> order;
  for (uint32_t i = 1; i < nodes.size(); ++i)
    if (nodes[i].count > 0) order.push_back(i);
  size_t shown = std::min(order.size(), kMaxPanelRows);
  std::partial_sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(shown), order.end(),
                    [&](uint32_t a, uint32_t b) { return nodes[a].total > nodes[b].total; });
  auto nameOf = [&](uint32_t node) {
    // Nodes without calls are threads.
    if (node == CallTree::kRoot || nodes[node].count == 0) return std::string();
    return std::string(c.nameOf(nodes[node].name));
  };
  for (size_t i = 0; i < shown; ++i) {
    const CallNode& node = nodes[order[i]];
    table.rows.push_back({nameOf(order[i]), nameOf(node.parent), countText(node.count), countText(tree.open(order[i])),
                          durationText(node.total, c.clock()), durationText(tree.self(order[i]), c.clock())});
  }
  return table;
}

PanelTable infoTable(const ui::Context& c) {
  PanelTable table{"About the trace", {"What", "Value"}, {}};
  for (const auto& [key, value] : c.index().info().metadata) table.rows.push_back({key, value});
  for (const Warning& warning : c.index().warnings()) {
    if (table.rows.size() >= kMaxPanelRows) break;
    table.rows.push_back({"warning", warning.text()});
  }
  return table;
}

// The rows on the screen, with the columns that are shown.
PanelTable eventsTable(ui::Context& c) {
  ui::EventsView& events = c.events;
  RowTable& table = events.table();
  PanelTable out;
  std::vector<ui::EventColumn> columns;
  for (int i = 0; i < ui::kEventColumns; ++i)
    if ((events.columns >> i & 1) != 0) columns.push_back(static_cast<ui::EventColumn>(i));
  for (ui::EventColumn column : columns) out.head.push_back(ui::lookOf(column).title);
  const std::vector<std::string>& fields = ui::fieldColumns(c);
  out.head.insert(out.head.end(), fields.begin(), fields.end());
  uint64_t first = std::max(static_cast<uint64_t>(std::floor(events.top())), table.offset());
  uint64_t end = table.offset() + table.size();
  uint64_t last = std::min(end, static_cast<uint64_t>(std::floor(events.top() + events.visible())));
  for (uint64_t number = first; number < last; ++number) {
    const TableRow* row = table.row(number - table.offset());
    if (row == nullptr) continue;
    std::vector<std::string> cells;
    for (ui::EventColumn column : columns) cells.push_back(ui::cellText(c, *row, number, column));
    for (const std::string& field : fields) cells.push_back(ui::fieldText(*row, field));
    out.rows.push_back(std::move(cells));
  }
  out.title = "Events, rows " + countText(first + 1) + " to " + countText(last) + " of " + countText(table.size());
  return out;
}

std::vector<PanelTable> schedulingTables(ui::Context& c) {
  const Scheduling* found = c.scheduling.last();
  if (found == nullptr) return {};
  PanelTable threads{"Scheduling of threads", {"Thread"}, {}};
  for (std::string& title : ui::threadTitles()) threads.head.push_back(std::move(title));
  for (uint32_t i : c.schedulingView.visible) {
    if (i >= found->threads.size()) break;
    const ThreadScheduling& one = found->threads[i];
    std::vector<std::string>& cells = threads.rows.emplace_back(1, ui::threadText(c, one.thread));
    for (std::string& figure : ui::threadFigures(c, one)) cells.push_back(std::move(figure));
  }
  PanelTable worst{"Wakeup latencies: " + ui::latenciesText(c, *found), {"Latency", "Thread", "Woken at", "By"}, {}};
  for (const WakeupLatency& one : ui::listedLatencies(c, *found))
    worst.rows.push_back({durationText(one.latency(), c.clock(), ui::atMostIf(one.atMost)),
                          ui::threadText(c, one.thread), durationText(one.woken - c.timesFrom(), c.clock()),
                          ui::wakerText(c, one.waker, one.context, one.handler)});
  if (const TrackId cpu = ui::markedCpu(c); cpu != kNoTrack) {
    PanelTable users{"Who used " + c.index().tracks()[cpu].name, {"Share", "Time", "Who", "Priority"}, {}};
    for (ui::CpuWorkText& one : ui::cpuWorkTexts(c, *found, kMaxPanelRows))
      users.rows.push_back({std::move(one.share), std::move(one.time), std::move(one.who), std::move(one.priorities)});
    return {threads, worst, users};
  }
  PanelTable cpus{"CPUs", {"CPU", "Busy"}, {}};
  for (const CpuScheduling& one : found->cpus)
    cpus.rows.push_back(
        {std::to_string(one.cpu) + (one.machine.empty() ? "" : ", " + one.machine), ui::busyText(c, *found, one)});
  PanelTable wakings{"Who woke whom", {"Times", "Waker", "Woken"}, {}};
  for (const Waking& one : found->wakers) {
    if (wakings.rows.size() >= kMaxPanelRows) break;
    wakings.rows.push_back(
        {countText(one.count), ui::wakerText(c, one.waker, one.context, one.handler), ui::threadText(c, one.woken)});
  }
  return {threads, worst, cpus, wakings};
}

std::vector<PanelTable> slicesTables(ui::Context& c) {
  const SliceRows rows = ui::sliceRows(c);
  PanelTable table{"Slices: " + ui::sliceCounts(c), {}, {}};
  const std::vector<ui::ShownColumn> columns = ui::shownColumns(c);
  for (const ui::ShownColumn& column : columns) table.head.push_back(column.title());
  for (size_t row = 0; row < std::min(rows.slices.size(), kMaxPanelRows); ++row) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    for (const ui::ShownColumn& column : columns) cells.push_back(ui::sliceCellText(c, rows, row, column));
  }
  return {table};
}

PanelTable queryTable(ui::Context& c) {
  const ui::ShownRows shown = ui::shownRows(c);
  PanelTable table{"Query", {}, {}};
  if (shown.result == nullptr) return table;
  table.title += ": " + ui::queryStatus(*shown.result);
  table.head = shown.result->columns();
  for (uint32_t row : shown.order.subspan(0, std::min(shown.order.size(), kMaxPanelRows))) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    for (size_t i = 0; i < table.head.size(); ++i) cells.push_back(tp::shownText(shown.result->cell(row, i)));
  }
  return table;
}

// The lines around the chosen one.
PanelTable sourceTable(ui::Context& c) {
  constexpr size_t kBefore = 10;
  const ui::SourceView& view = c.memory.of<ui::SourceView>();
  PanelTable table{"Source", {"Line", "Calls", "Total", "Self", "Text"}, {}};
  if (view.place()) table.title += ": " + view.place()->path + ":" + std::to_string(view.place()->line);
  if (!view.missing().empty()) table.rows.push_back({"", "", "", "", view.missing()});
  const std::vector<ui::LineFigures>& figures = ui::shownLineFigures(c);
  const size_t first = view.cursor - std::min(view.cursor, kBefore);
  for (size_t i = first; i < std::min(view.text().lines(), first + kMaxPanelRows); ++i) {
    auto of =
        std::find_if(figures.begin(), figures.end(), [i](const ui::LineFigures& one) { return one.line == i + 1; });
    const ui::LineFigures none, &own = of == figures.end() ? none : *of;
    table.rows.push_back({std::to_string(i + 1), own.calls, own.total, own.self, view.text().shown(i)});
  }
  return table;
}

}  // namespace

std::vector<PanelTable> panelTables(ui::Context& c) {
  Phase phase = c.session.phase();
  if (!c.drawerOpen || (phase != Phase::Ready && phase != Phase::Indexing)) return {};
  std::vector<PanelTable> tables;
  switch (c.tab) {
    case ui::Tab::Selection:
      tables = {selectionTable(c)};
      break;
    case ui::Tab::Info:
      tables = {infoTable(c)};
      break;
    case ui::Tab::Flame:
      tables = {flameTable(c)};
      break;
    case ui::Tab::Sandwich:
    case ui::Tab::Functions:
      tables = {functionTable(c)};
      break;
    case ui::Tab::Scheduling:
      tables = schedulingTables(c);
      break;
    case ui::Tab::Events:
      tables = {eventsTable(c)};
      break;
    case ui::Tab::Slices:
      tables = slicesTables(c);
      break;
    case ui::Tab::Query:
      tables = {queryTable(c)};
      break;
    case ui::Tab::Source:
      tables = {sourceTable(c)};
      break;
  }
  auto empty = [](const PanelTable& table) { return table.rows.empty(); };
  tables.erase(std::remove_if(tables.begin(), tables.end(), empty), tables.end());
  for (PanelTable& table : tables) table.rows.resize(std::min(table.rows.size(), kMaxPanelRows));
  return tables;
}

std::string selectionText(const ui::Context& c) {
  if (!c.selection) return {};
  const Mark& mark = c.selection->mark;
  std::string text(c.index().names().view(mark.name));
  if (mark.aggregate()) text = countText(mark.count) + " short slices";
  if (ui::isLoss(mark)) {
    text = ui::markName(c, mark);
    if (const auto& gap = c.around.gap()) text += ", nothing recorded for " + durationText(gap->duration(), c.clock());
  } else {
    text += mark.aggregate() || (mark.flags & kMarkNoDuration) == 0 ? ", " : ", drawn for ";
    text += durationText(mark.duration(), c.clock());
  }
  return text + ", at " + durationText(mark.begin - c.timesFrom(), c.clock()) + ", on " +
         ui::trackPath(c.index(), c.selection->track);
}

}  // namespace tp::wasm
