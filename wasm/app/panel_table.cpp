#include "wasm/app/panel_table.h"

#include <algorithm>

#include "ui/time_text.h"

namespace tp::wasm {
namespace {

using ui::countText;
using ui::durationText;

PanelTable selectionTable(const ui::Context& c) {
  PanelTable table{"Selection", {"What", "Value"}, {}};
  if (!c.selection) return table;
  const Mark& mark = c.selection->mark;
  auto row = [&table](std::string what, std::string value) {
    table.rows.push_back({std::move(what), std::move(value)});
  };
  row("Name", std::string(c.index().names().view(mark.name)));
  row("Track", c.index().tracks()[c.selection->track].name + " " + c.index().tracks()[c.selection->track].detail);
  row("Start", durationText(mark.begin - c.index().begin(), c.clock()));
  row("Duration", durationText(mark.duration(), c.clock()));
  const Description* description = c.session.description();
  if (mark.fold() || description == nullptr || !description->found) return table;
  for (const auto& [label, text] : description->rows) row(label, text);
  return table;
}

PanelTable functionTable(const ui::Context& c) {
  PanelTable table{"Functions", {"Function", "Calls", "Total", "Self"}, {}};
  const Calls* calls = c.session.calls();
  if (calls == nullptr) return table;
  std::vector<FunctionStats> rows = calls->functions.rows;
  size_t shown = std::min(rows.size(), kMostPanelRows);
  std::partial_sort(rows.begin(), rows.begin() + static_cast<ptrdiff_t>(shown), rows.end(),
                    [](const FunctionStats& a, const FunctionStats& b) { return a.self > b.self; });
  for (size_t i = 0; i < shown; ++i)
    table.rows.push_back({std::string(c.index().names().view(rows[i].name)), countText(rows[i].calls),
                          durationText(figureOf(rows[i], FunctionFigure::Total), c.clock()),
                          durationText(rows[i].self, c.clock())});
  return table;
}

PanelTable infoTable(const ui::Context& c) {
  PanelTable table{"About the trace", {"What", "Value"}, {}};
  for (const auto& [key, value] : c.index().info().metadata) table.rows.push_back({key, value});
  for (const Warning& warning : c.index().warnings()) {
    if (table.rows.size() >= kMostPanelRows) break;
    table.rows.push_back({"warning", warning.text()});
  }
  return table;
}

}  // namespace

PanelTable panelTable(const ui::Context& c) {
  Phase phase = c.session.phase();
  if (!c.drawerOpen || (phase != Phase::Ready && phase != Phase::Indexing)) return {};
  PanelTable table;
  switch (c.tab) {
    case ui::Tab::Selection:
      table = selectionTable(c);
      break;
    case ui::Tab::Info:
      table = infoTable(c);
      break;
    case ui::Tab::Flame:
    case ui::Tab::Sandwich:
    case ui::Tab::Functions:
      table = functionTable(c);
      break;
    default:
      break;
  }
  if (table.rows.size() > kMostPanelRows) table.rows.resize(kMostPanelRows);
  return table;
}

std::string selectionText(const ui::Context& c) {
  if (!c.selection) return {};
  const Mark& mark = c.selection->mark;
  std::string name(c.index().names().view(mark.name));
  if (mark.fold()) name = countText(mark.count) + " short slices";
  const Track& track = c.index().tracks()[c.selection->track];
  return name + ", " + durationText(mark.duration(), c.clock()) + ", at " +
         durationText(mark.begin - c.index().begin(), c.clock()) + ", on " + track.name + " " + track.detail;
}

}  // namespace tp::wasm
