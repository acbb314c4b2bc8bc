#include "ui/calls/functions_panel.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/text/visible_text.h"
#include "ui/base/table_columns.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/calls/call_leads.h"
#include "ui/calls/duration_histogram.h"
#include "ui/calls/figure_text.h"
#include "ui/calls/flame_menu.h"
#include "ui/calls/function_rows.h"
#include "ui/calls/function_times.h"
#include "ui/calls/functions_tip.h"
#include "ui/view/calls.h"
#include "ui/view/function_menu.h"
#include "ui/view/leads.h"
#include "ui/view/sampled_weight.h"

namespace tp::ui {
namespace {

constexpr float kBesideTable = 1180;  // narrower panels have no room for the histogram beside the table
constexpr float kHistogram = 300, kHistogramShare = 0.23f;  // minimal width, and share of a wide window

struct Column {
  const char* title;
  FunctionFigure figure;
};
// The columns after the name; the share of self time is the last one.
constexpr Column kColumns[] = {{"Calls", FunctionFigure::Calls}, {"Total", FunctionFigure::Total},
                               {"Self", FunctionFigure::Self},   {"Average", FunctionFigure::Average},
                               {"Min", FunctionFigure::Min},     {"Median", FunctionFigure::Median},
                               {"p90", FunctionFigure::P90},     {"p99", FunctionFigure::P99},
                               {"Max", FunctionFigure::Max},     {"Not ended", FunctionFigure::Open}};
constexpr FigureColumn kWidths[] = {{64, 7}, {54, 0}, {54, 0}, {54, 4}, {54, 3},
                                    {54, 2}, {54, 1}, {54, 5}, {54, 6}, {92, 8}};
constexpr int kFigures = static_cast<int>(std::size(kColumns));
static_assert(std::size(kWidths) == std::size(kColumns));
constexpr int kOpenColumn = kFigures - 1;
static_assert(kColumns[kOpenColumn].figure == FunctionFigure::Open);

bool isPercentile(FunctionFigure figure) {
  return figure == FunctionFigure::Median || figure == FunctionFigure::P90 || figure == FunctionFigure::P99;
}

// Up to so many joined traces have columns of their own: calls, total and self, in this order.
constexpr size_t kMaxTraces = 4, kOfTrace = 3;
constexpr FigureColumn kTraceWidths[kOfTrace] = {{64, 10}, {54, 11}, {54, 9}};
constexpr Column kTraceColumns[kOfTrace] = {
    {"Calls", FunctionFigure::Calls}, {"Total", FunctionFigure::Total}, {"Self", FunctionFigure::Self}};

// The columns of figures: those of all traces together, then those of each.
struct Figures {
  size_t traces = 0;
  size_t trackClass = 0;  // of the calls, as CallProfiles::classOf() has it
  bool apart = false;     // some calls have no end or no beginning; otherwise these have no column
  std::vector<std::string> titles;
  std::vector<FigureColumn> widths{std::begin(kWidths), std::end(kWidths)};

  int count() const { return static_cast<int>(widths.size()); }
  // `column`: of the table, whose first one has the names. ofTrace(): it belongs to one trace, which traceOf() tells.
  bool ofTrace(int column) const { return column > kFigures && column <= count(); }
  size_t traceOf(int column) const { return static_cast<size_t>(column - kFigures - 1) / kOfTrace; }
};

// A figure of one trace, by its position among these.
int64_t traceFigure(const TraceFigures& of, size_t place) {
  return place == 0 ? static_cast<int64_t>(of.calls) : place == 1 ? of.total : of.self;
}

struct Shown {
  uint32_t calls = 0;    // Calls::id
  uint64_t version = 0;  // Session::version() when `names` was measured
  Figures figures;
  std::string search;
  Signatures signatures = Signatures::Brief;
  int column = 2;
  bool ascending = false;
  std::vector<FunctionStats> rows;
  float names = 0;        // width of the longest name
  const char* note = "";  // which tracks are counted
  NameColumn nameColumn;
  TableHeight height;
  NameId inView = kNoName;  // the chosen function that has been brought into view
};

float longestName(const Context& c, const std::vector<FunctionStats>& rows) {
  return longestName(c, rows.size(), [&](size_t i) { return rows[i].name; });
}

void sortRows(Shown& shown, const FunctionTable& table, const NameTable& names) {
  const int last = shown.figures.count();
  auto ofTrace = [&](const FunctionStats& row) {
    const TraceFigures& own = table.of(row, shown.figures.traceOf(shown.column));
    return traceFigure(own, static_cast<size_t>(shown.column - kFigures - 1) % kOfTrace);
  };
  shown.column = std::min(shown.column, last + 1);
  FunctionFigure figure =
      shown.column >= 1 && shown.column <= kFigures ? kColumns[shown.column - 1].figure : FunctionFigure::Self;
  std::stable_sort(shown.rows.begin(), shown.rows.end(), [&](const FunctionStats& a, const FunctionStats& b) {
    const FunctionStats& first = shown.ascending ? a : b;
    const FunctionStats& second = shown.ascending ? b : a;
    if (shown.column == 0) return names.before(first.name, second.name);
    if (shown.figures.ofTrace(shown.column)) return ofTrace(first) < ofTrace(second);
    return figureOf(first, figure) < figureOf(second, figure);
  });
}

// The columns for a table.
Figures figuresOf(const FunctionTable& table, const std::vector<TracePart>& parts) {
  Figures figures;
  figures.apart = std::any_of(table.rows.begin(), table.rows.end(),
                              [](const FunctionStats& row) { return row.open > 0 || row.unbegun > 0; });
  figures.traces = std::min({table.traces, parts.size(), kMaxTraces});
  for (size_t i = 0; i < figures.traces; ++i) {
    // The tooltip of the title has the name, for which there is no room.
    for (const Column& column : kTraceColumns) figures.titles.push_back(column.title + (" " + std::to_string(i + 1)));
    for (const FigureColumn& width : kTraceWidths) figures.widths.push_back(width);
  }
  return figures;
}

// Draws a figure if its column is shown; else adds it to `hidden`, if that is wanted.
// Returns whether it is drawn, and the pointer is on it.
template <class Text>
bool drawFigureOf(Canvas& c, const std::string& title, HiddenFigures* hidden, bool leads, Text&& textOf) {
  const bool shown = ImGui::TableNextColumn();
  if (!shown && hidden == nullptr) return false;
  std::string text = textOf();
  if (!shown) {
    if (!text.empty()) hidden->emplace_back(title, std::move(text));
    return false;
  }
  const bool pointed = hidden != nullptr && pointerInCell();
  drawRight(c, pointed && leads ? c.theme.accent : c.theme.text, text);
  return pointed && !text.empty();
}

void drawTraceFigures(Canvas& c, const ClockInfo& clock, const FunctionTable& table, const FunctionStats& row,
                      const Figures& figures, HiddenFigures* hidden) {
  for (size_t trace = 0; trace < figures.traces; ++trace) {
    const TraceFigures& own = table.of(row, trace);
    for (size_t place = 0; place < kOfTrace; ++place) {
      drawFigureOf(c, figures.titles[trace * kOfTrace + place], hidden, false,
                   [&] { return figureText(own, kTraceColumns[place].figure, clock); });
    }
  }
}

// The tooltip of a title: which trace it is about, and how many traces have no columns.
void traceTip(Canvas& c, const TraceIndex& index, const Figures& figures, int column, size_t traces) {
  const std::vector<TracePart>& parts = index.info().parts;
  const size_t trace = figures.traceOf(column);
  if (trace >= parts.size()) return;
  std::vector<TipLine> lines{{visibleText(parts[trace].name), c.fonts.strong, kWordSize, c.theme.text}};
  if (!parts[trace].format.empty()) lines.push_back({parts[trace].format, c.fonts.words, kHintSize, c.theme.dim});
  if (traces > figures.traces)
    lines.push_back({countText(traces - figures.traces) + " more open, without columns of their own", c.fonts.words,
                     kHintSize, c.theme.dim});
  drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

void drawRow(Context& c, const Calls& calls, const FunctionStats& row, const Figures& figures) {
  const FunctionTable& table = calls.functions;
  const ClockInfo& clock = c.clock();
  const auto [pressed, onFigures] = beginFunctionRow(c, row.name, figures.trackClass);
  HiddenFigures hidden;
  HiddenFigures* wanted = onFigures ? &hidden : nullptr;
  for (const Column& column : kColumns) {
    const bool leads = leadsToCalls(column.figure);
    const bool pointed =
        drawFigureOf(c, column.title, wanted, leads, [&] { return figureText(row, column.figure, clock); });
    if (pointed && pressed && leads) listCallsOf(c, calls, row, column.figure);
  }
  drawTraceFigures(c, c.clock(), table, row, figures, wanted);
  if (onFigures) functionTip(c, row, hidden);
  ImGui::TableNextColumn();
  // Without calls that are known to have ended, the share is not known.
  if (row.calls == 0) return;
  if (row.offCpu) return drawRight(c, c.theme.dim, "off CPU");
  drawShare(c, row.self, table.selfSum);
}

void drawTable(Context& c, Shown& shown, const Calls& calls, const Rect& area) {
  const FunctionTable& table = calls.functions;
  ImGui::SetCursorScreenPos(area.min());
  ImGui::PushFont(c.fonts.words, kHintSize);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ImGui::GetStyle().CellPadding.x, 1});
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_Sortable | ImGuiTableFlags_ScrollY | ImGuiTableFlags_Resizable | ImGuiTableFlags_BordersInnerH;
  const Figures& figures = shown.figures;
  int pointed = -1;
  if (ImGui::BeginTable(figures.traces > 0 ? "functions of traces" : "functions", figures.count() + 2, kFlags,
                        {area.w, shown.height.within(area.h)})) {
    ImGui::TableSetupScrollFreeze(0, 1);
    constexpr ImGuiTableColumnFlags kNumber =
        ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_PreferSortDescending;
    const uint32_t empty = figures.apart ? 0 : 1u << kOpenColumn;
    const TableFit fit =
        fitTable(functionRoom(area.w), functionNames(shown.names), figures.widths, shown.column - 1, empty);
    ImGui::TableSetupColumn("Function", ImGuiTableColumnFlags_WidthFixed, fit.names);
    for (int i = 0; i < kFigures; ++i) {
      ImGuiTableColumnFlags flags = kNumber;
      if (kColumns[i].figure == FunctionFigure::Total) flags |= ImGuiTableColumnFlags_DefaultSort;
      if ((fit.shown >> i & 1) == 0) flags |= ImGuiTableColumnFlags_Disabled;
      ImGui::TableSetupColumn(kColumns[i].title, flags, kWidths[i].width);
    }
    for (int i = kFigures; i < figures.count(); ++i) {
      const auto at = static_cast<size_t>(i);
      const ImGuiTableColumnFlags flags =
          (fit.shown >> i & 1) == 0 ? kNumber | ImGuiTableColumnFlags_Disabled : kNumber;
      ImGui::TableSetupColumn(figures.titles[at - kFigures].c_str(), flags, figures.widths[at].width);
    }
    ImGui::TableSetupColumn("Of self", ImGuiTableColumnFlags_WidthStretch | ImGuiTableColumnFlags_PreferSortDescending);
    shown.nameColumn.setWidth(fit.names);
    pointed = tableTitles(c, ((1u << figures.count()) - 1) << 1);
    if (ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
        specs != nullptr && specs->SpecsDirty && specs->SpecsCount > 0) {
      shown.column = specs->Specs[0].ColumnIndex;
      shown.ascending = specs->Specs[0].SortDirection == ImGuiSortDirection_Ascending;
      sortRows(shown, table, c.index().names());
      specs->SpecsDirty = false;
    }
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown.rows.size()));
    const float head = ImGui::GetCursorPosY();
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
        drawRow(c, calls, shown.rows[static_cast<size_t>(i)], figures);
    shown.height.noteRows(c, head, clipper.ItemsHeight);
    const bool entered = followFunctionKeys(
        c, shown.rows.size(), [&](size_t i) { return shown.rows[i].name; }, shown.inView, figures.trackClass,
        clipper.ItemsHeight, head);
    if (entered) listChosenFunction(c);
    c.draw = outer;
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (pointed >= 1 && pointed <= kFigures && isPercentile(kColumns[pointed - 1].figure)) percentileTip(c);
  if (pointed == figures.count() + 1) ofSelfTip(c);
  if (figures.ofTrace(pointed)) traceTip(c, c.index(), figures, pointed, table.traces);
}

// Returns whether CPUs have slices above who ran on them, that is interrupts, within the scope. They are not counted if
// calls of threads are.
bool leavesOutCpus(const TraceIndex& index, const Calls& calls) {
  auto interrupted = [&](TrackId track) {
    return index.tracks()[track].key.kind == TrackKind::Cpu && index.maxDepth(track) > 0;
  };
  const std::vector<TrackId>& marked = calls.scope.tracks;
  if (!marked.empty()) return std::any_of(marked.begin(), marked.end(), interrupted);
  for (TrackId track = 0; track < index.tracks().size(); ++track)
    if (interrupted(track)) return true;
  return false;
}

const char* noteOf(const TraceIndex& index, const Calls& calls) {
  if (calls.trackClass == CallProfiles::classOf(TrackKind::Cpu))
    return "Of the CPUs' tracks: a thread's turn on a CPU counts as a call, and so does an interrupt.";
  if (calls.trackClass == CallProfiles::classOf(TrackKind::Thread) && leavesOutCpus(index, calls))
    return "Calls of threads; interrupts are on the CPUs' tracks: mark these (Shift+drag) to count them.";
  return "";
}

// The calls of the chosen function by duration; bars lead to their calls.
void drawDurations(Context& c, const Calls& calls, const FunctionStats& chosen, const Rect& area) {
  DurationPlot plot{calls.id,
                    chosen.name,
                    calls.profile.durations.of(chosen.name),
                    c.names.text(chosen.name),
                    countText(chosen.calls, "call") + " by duration",
                    "call",
                    chosen.median,
                    chosen.p90,
                    chosen.p99};
  plot.hint = "Drag to see the calls of these durations";
  const auto durations = drawDurationHistogram(c, plot, area);
  if (!durations) return;
  c.memory.of<DurationsInstead>().on = false;
  listCallsOf(c, calls, chosen.name, *durations);
}

// Functions are told by what stacks gain, in place of the times of calls.
bool byGain(const Context& c) {
  return c.flame.states != StateWeight::None || !sampledWeight(c).empty();
}

}  // namespace

void drawFunctionsPanel(Context& c, const Rect& area) {
  if (byGain(c)) return c.memory.of<FunctionTimes>().draw(c, area);
  Shown& shown = c.memory.of<Shown>();
  const Calls* calls = wantCalls(c, false, area);
  if (calls == nullptr) return;
  const FunctionTable& table = calls->functions;
  if (table.rows.empty() && weighBySamples(c)) return;
  // A program that is added later gives the functions their names.
  if (std::exchange(shown.version, c.session.version()) != c.session.version() &&
      longestName(c, shown.rows) != shown.names)
    shown.calls = 0;
  if (shown.calls != calls->id || shown.search != c.search || shown.signatures != c.settings.signatures) {
    shown.calls = calls->id;
    shown.signatures = c.settings.signatures;
    shown.search = c.search;
    shown.rows.clear();
    for (const FunctionStats& row : table.rows)
      if (c.names.matches(row.name)) shown.rows.push_back(row);
    shown.names = longestName(c, shown.rows);
    shown.figures = figuresOf(table, c.index().info().parts);
    shown.figures.trackClass = calls->trackClass;
    shown.note = noteOf(c.index(), *calls);
    sortRows(shown, table, c.index().names());
  }
  ImVec2 at{area.x + 14, area.y + 4};
  std::string head =
      countText(shown.rows.size(), "function") + " " + scopeText(c, c.session) + countedTwiceText(c, c.session);
  drawText(c, c.fonts.words, kHintSize, {at.x, at.y + 3}, c.theme.dim, head);
  at.x += textWidth(c.fonts.words, kHintSize, head) + 14;
  drawStatesMenu(c, at);
  threadChips(c, at);
  const bool full = c.settings.signatures == Signatures::Full;
  if (c.index().names().shortened() && chip(c, "Full signatures", at, full)) {
    c.settings.signatures = full ? Signatures::Brief : Signatures::Full;
    c.moreToCome = true;
  }
  auto chosen = std::find_if(table.rows.begin(), table.rows.end(),
                             [&](const FunctionStats& row) { return row.name == c.function; });
  const bool plotted = chosen != table.rows.end() && chosen->calls > 0, beside = plotted && area.w >= kBesideTable;
  DurationsInstead& instead = c.memory.of<DurationsInstead>();
  if (plotted && !beside) instead.chip(c, "Durations", at);
  float top = at.y + 22;
  float side = std::max(kHistogram, area.w * kHistogramShare);
  float width = area.w - 20 - (beside ? side + 30 : 0);
  drawCell(c, c.fonts.words, kHintSize, {at.x, at.y + 3}, c.theme.dim, shown.note,
           {at.x, at.y, area.x + 14 + width - at.x, 20});
  if (shown.rows.empty()) {
    const char* why = c.session.callsCut() ? "The calls can't be counted any more: open the trace again."
                      : table.rows.empty() ? "No calls here."
                                           : "No function is called so: the list follows the search.";
    drawText(c, c.fonts.words, kWordSize, {area.x + 14, top + 8}, c.theme.dim, why);
  } else if (beside || !plotted || !instead.on) {
    drawTable(c, shown, *calls, {area.x + 14, top, width, area.y + area.h - 2 - top});
  }
  drawFunctionMenu(c);
  if (beside) {
    const float x = area.x + area.w - side - 14;
    c.draw->AddLine({x - 12, area.y}, {x - 12, area.y + area.h}, c.theme.line);
    drawDurations(c, *calls, *chosen, {x, area.y + 10, side, area.h - 16});
  } else if (plotted && instead.on) {
    drawDurations(c, *calls, *chosen, {area.x + 14, top + 4, area.w - 28, area.y + area.h - 10 - top});
  }
}

std::vector<PanelTable> shownFunctionTables(Context& c) {
  return byGain(c) ? c.memory.of<FunctionTimes>().tables(c) : functionTables(c);
}

std::vector<PanelTable> functionTables(Context& c) {
  PanelTable table{"Functions", {"Function", "Calls", "Total", "Self", "Not ended", "Not begun"}, {}};
  const Calls* calls = c.session.calls();
  if (calls == nullptr) return {table};
  std::vector<FunctionStats> rows = calls->functions.rows;
  size_t shown = std::min(rows.size(), kMaxPanelRows);
  std::partial_sort(rows.begin(), rows.begin() + static_cast<ptrdiff_t>(shown), rows.end(),
                    [](const FunctionStats& a, const FunctionStats& b) { return a.total > b.total; });
  const std::vector<TracePart>& parts = c.index().info().parts;
  const size_t traces = std::min(calls->functions.traces, parts.size());
  for (size_t i = 0; i < traces; ++i)
    for (const char* figure : {"Calls", "Total", "Self"}) table.head.push_back(figure + (" in " + parts[i].name));
  for (size_t i = 0; i < shown; ++i) {
    std::vector<std::string> cells{std::string(c.names.text(rows[i].name)),
                                   countText(rows[i].calls),
                                   figureText(rows[i], FunctionFigure::Total, c.clock()),
                                   figureText(rows[i], FunctionFigure::Self, c.clock()),
                                   countText(rows[i].open),
                                   countText(rows[i].unbegun)};
    for (size_t trace = 0; trace < traces; ++trace) {
      const TraceFigures& own = calls->functions.of(rows[i], trace);
      for (FunctionFigure figure : {FunctionFigure::Calls, FunctionFigure::Total, FunctionFigure::Self})
        cells.push_back(figureText(own, figure, c.clock()));
    }
    table.rows.push_back(std::move(cells));
  }
  return {table};
}

}  // namespace tp::ui
