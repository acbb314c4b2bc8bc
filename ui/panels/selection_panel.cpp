#include "ui/panels/selection_panel.h"

#include <algorithm>

#include "core/decode/written_function.h"
#include "ui/base/menu.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/view/cpu_meanwhile.h"
#include "ui/view/field_columns.h"
#include "ui/view/leads.h"
#include "ui/view/row_text.h"
#include "ui/view/selection_text.h"

namespace tp::ui {
namespace {

constexpr float kLabel = 104;
constexpr size_t kMaxCallers = 8;

// A column of rows that grows downwards.
struct Column {
  float x = 0, y = 0, width = 0;
};

void pair(Canvas& c, Column& at, std::string_view label, std::string_view text) {
  at.y += drawPair(c, {at.x, at.y}, kLabel, at.width, label, text);
}

// Draws a label and a link; returns true if the link was pressed. `id` distinguishes links of the same label. `mark`:
// colour of a box before the text; 0: none.
bool linkRow(Canvas& c, Column& at, int id, std::string_view label, const std::string& text, ImU32 mark = 0) {
  drawText(c, c.fonts.words, kWordSize, {at.x, at.y}, c.theme.dim, label);
  float x = at.x + kLabel;
  if (mark != 0) {
    c.draw->AddRectFilled({x, at.y + 3}, {x + 9, at.y + 12}, mark, 2);
    x += 15;
  }
  float room = at.x + at.width - x;
  float wide = std::min(textWidth(c.fonts.mono, kMonoSize, text), room);
  ImGui::SetCursorScreenPos({x, at.y - 2});
  ImGui::PushID(id);
  ImGui::PushID(label.data(), label.data() + label.size());
  bool pressed = ImGui::InvisibleButton("link", {std::max(wide, 8.0f), 18});
  bool hot = ImGui::IsItemHovered();
  c.focus.note(text);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImGui::PopID();
  ImGui::PopID();
  Rect clip{x, at.y - 2, room, 20};
  drawCell(c, c.fonts.mono, kMonoSize, {x, at.y + 0.5f}, c.theme.accent, text, clip);
  if (hot) c.draw->AddLine({x, at.y + 14}, {x + wide, at.y + 14}, c.theme.accent);
  at.y += 20;
  return pressed;
}

// How long a state lasted within the selected call. For a selected state and its neighbours: how long it lasted.
std::string withinText(WindowState& c, const ClockInfo& clock, const Mark& state) {
  const Mark& call = c.selection->mark;
  const Bound bound = boundOf(state);
  const std::string whole = durationText(state.duration(), clock, bound);
  const bool within = state.begin >= call.begin && state.end <= call.end;
  if (within || c.around.stateTrack() == c.selection->track || call.begin == call.end) return whole;
  // Which part of several states lies in the call is not known.
  if (state.aggregate()) return durationText(state.duration(), clock, Bound::AtMost);
  const Time part = std::min(state.end, call.end) - std::max(state.begin, call.begin);
  return durationText(part, clock, bound) + " of " + whole;
}

void drawAround(Context& c, Column& at) {
  const std::vector<Mark>& callers = c.around.callers();
  for (size_t i = 0; i < std::min(callers.size(), kMaxCallers); ++i) {
    std::string text(c.names.text(callers[i].name));
    const bool known = (callers[i].flags & kMarkNoDuration) == 0;
    text += (known ? "  " : "  drawn for ") + durationText(callers[i].duration(), c.clock(), boundOf(callers[i]));
    c.places.callers.push_back({at.x + kLabel + 6, at.y + 7});
    if (linkRow(c, at, static_cast<int>(i), i == 0 ? "Called by" : "", text))
      c.choose = Selection{c.selection->track, callers[i]};
  }
  if (callers.size() > kMaxCallers) pair(c, at, "", "and " + countText(callers.size() - kMaxCallers) + " more");
  const std::vector<Mark>& states = c.around.states();
  for (size_t i = 0; i < states.size(); ++i) {
    const Mark& state = states[i];
    std::string text =
        state.aggregate() ? countText(state.count) + " short ones" : std::string(c.names.text(state.name));
    text += "  " + withinText(c, c.clock(), state);
    bool self = c.around.stateTrack() == c.selection->track && state.begin == c.selection->mark.begin;
    if (self) text += "  \u2190";
    int id = static_cast<int>(100 + i);
    if (linkRow(c, at, id, i == 0 ? "States" : "", text, c.names.stateColour(state.name)) && !self)
      c.goTo = {c.around.stateTrack(), state.begin};
  }
  if (c.around.moreStates()) pair(c, at, "", "and more");
  if (const TrackId cpu = cpuAfterSelection(c, c.session); cpu != kNoTrack) {
    constexpr int kId = 200;
    const std::string text = c.index().tracks()[cpu].name + ": who used it meanwhile";
    if (linkRow(c, at, kId, "Then ran on", text)) showCpuMeanwhile(c);
  }
  if (c.around.stateTrack() != kNoTrack) {
    constexpr int kId = 201;
    if (linkRow(c, at, kId, "Why", "what held the thread up")) openTab(c, Tab::Why);
  }
}

// The context menu of a field.
void drawFieldMenu(Context& c, const std::string& field) {
  if (!beginPopup("field")) return;
  if (menuItem(c, "Show as a column of the events", nullptr, isFieldColumn(c, c.index(), field)))
    setFieldColumn(c, field, !isFieldColumn(c, c.index(), field));
  endMenu();
}

// Draws the numeric fields, as many on each line as fit.
void drawFields(Context& c, Column& at, const Description& description) {
  if (description.fields.empty()) return;
  float x = at.x + kLabel;
  for (size_t i = 0; i < description.fields.size(); ++i) {
    const Description::Field& field = description.fields[i];
    // Fields of the record that ends the slice begin a new line, since they may have the same names.
    const bool ends = field.end && (i == 0 || !description.fields[i - 1].end);
    if (ends && i > 0) {
      x = at.x + kLabel;
      at.y += 24;
    }
    if (i == 0 || ends)
      drawText(c, c.fonts.words, kWordSize, {at.x, at.y}, c.theme.dim, ends ? "Values at its end" : "Values");
    PlotSpec spec{field.event, field.field};
    Plots::Status status = c.plots.status(spec);
    bool shown = status == Plots::Status::Shown;
    const char* label = shown ? "plotted" : status == Plots::Status::Working ? "plotting \u2026" : "plot";
    std::string text = field.field + " " + field.text;
    float wide = textWidth(c.fonts.mono, kMonoSize, text) + 8 + textWidth(c.fonts.words, kHintSize, label) + 16;
    if (x > at.x + kLabel && x + wide > at.x + at.width) {
      x = at.x + kLabel;
      at.y += 22;
    }
    drawText(c, c.fonts.mono, kMonoSize, {x, at.y + 0.5f}, c.theme.text, text);
    ImVec2 place{x + textWidth(c.fonts.mono, kMonoSize, text) + 8, at.y - 2};
    c.places.plots.push_back({place.x + 10, place.y + 9});
    ImGui::PushID(static_cast<int>(i));
    ImGui::SetCursorScreenPos({x, at.y - 2});
    ImGui::InvisibleButton("text", {place.x - x - 4, 18}, ImGuiButtonFlags_MouseButtonRight);
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) ImGui::OpenPopup("field");
    drawFieldMenu(c, field.field);
    if (chip(c, label, place, shown)) {
      if (shown) {
        c.plots.remove(c.session, field.event, field.field);
      } else {
        c.plots.add(c, spec);
      }
      c.moreToCome = true;
    }
    ImGui::PopID();
    x += wide + 14;
  }
  at.y += 24;
}

// The line of a source leads to it. Returns false for other rows.
bool drawSource(Context& c, Column& at, const DetailRow& row) {
  constexpr int kId = 300;
  if (row.label != "source" || !sourcePlaceOf(row.text)) return false;
  if (linkRow(c, at, kId, row.label, row.text)) c.runAction = {"source", {}};
  return true;
}

// Where a value of a plot leads.
void drawPlotted(Context& c, Column& at, const Description::Field& field) {
  constexpr int kId = 400;
  std::string filter = filterFor(c, c.index(), field);
  if (!filter.empty() && linkRow(c, at, kId, "Records", "with " + field.field + " = " + field.text))
    listRecords(c, std::move(filter));
}

void drawRecord(Context& c, Column& at) {
  if (const auto field = plottedField(c)) return drawPlotted(c, at, *field);
  const Description* description = c.session.description();
  bool counter = c.index().tracks()[c.selection->track].key.kind == TrackKind::Counter;
  const char* missing = description == nullptr || !description->answered ? "Reading the record \u2026"
                        : !description->found && counter ? "A value of a plotted field, or of a counter."
                        : !description->found            ? "Its record could not be found again."
                                                         : nullptr;
  if (missing != nullptr) return drawText(c, c.fonts.words, kWordSize, {at.x, at.y}, c.theme.dim, missing);
  using Place = DetailRow::Place;
  auto drawRows = [&](Place place) {
    for (const DetailRow& row : description->rows)
      if (row.place == place && !drawSource(c, at, row)) pair(c, at, row.label, row.text);
  };
  drawRows(Place::Related);
  int id = 200;
  for (const Description::Link& link : description->links)
    if (linkRow(c, at, id++, link.label, linkText(c, link))) c.goTo = {link.track, link.time, link.depth};
  drawRows(Place::Words);
  drawFields(c, at, *description);
  drawRows(Place::Other);
  drawRows(Place::Bytes);
}

}  // namespace

void drawSelectionPanel(Context& c, const Rect& area) {
  Column at{area.x + 14, area.y + 12, area.w - 28};
  c.places.callers.clear();
  c.places.plots.clear();
  bool wide = area.w >= 900;
  if (wide) at.width = area.w * 0.44f;

  ImVec2 copy{at.x + at.width - 44, at.y};
  Rect clip{at.x, at.y, at.width - 52, 20};
  drawCell(c, c.fonts.strong, kTitleSize, {at.x, at.y}, c.theme.text, selectionTitle(c), clip);
  if (chip(c, "Copy", copy, false)) copyDetails(c);
  at.y += 24;
  Rect pathClip{at.x, at.y, at.width, 16};
  drawCell(c, c.fonts.mono, kHintSize, {at.x, at.y}, c.theme.dim, trackPath(c.index(), c.selection->track), pathClip);
  at.y += 24;
  for (const auto& [label, text] : selectionTimes(c)) pair(c, at, label, text);
  drawAround(c, at);
  float bottom = at.y;
  if (!c.selection->mark.aggregate()) {
    if (wide) {
      at = {area.x + 14 + at.width + 28, area.y + 12, area.w - at.width - 64};
      c.draw->AddLine({at.x - 14, area.y}, {at.x - 14, area.y + std::max(area.h, bottom - area.y)}, c.theme.line);
    }
    drawRecord(c, at);
  }
  ImGui::SetCursorScreenPos({area.x, std::max(bottom, at.y) + 8});
  ImGui::Dummy({1, 1});
}

std::vector<PanelTable> selectionTables(Context& c) {
  PanelTable table{"Selection", {"What", "Value"}, {}};
  if (const QueryTrack* track = c.selection ? nullptr : c.queryTracks.chosenTrack()) {
    table.rows.push_back({"Track", track->name});
    for (const auto& [label, text] : rowTexts(c.clock(), *track->result, c.queryTracks.chosen->row))
      table.rows.push_back({label, text});
  }
  if (!c.selection) return {table};
  auto row = [&table](std::string what, std::string value) {
    table.rows.push_back({std::move(what), std::move(value)});
  };
  row("Name", selectionTitle(c));
  row("Track", trackPath(c.index(), c.selection->track));
  for (const auto& [label, text] : selectionTimes(c)) row(label, text);
  const Description* description = c.session.description();
  if (c.selection->mark.aggregate() || description == nullptr || !description->found) return {table};
  for (const DetailRow& one : description->rows)
    if (one.place == DetailRow::Place::Related) row(one.label, one.text);
  for (const Description::Link& link : description->links) row(link.label, linkText(c, link));
  for (const DetailRow& one : description->rows)
    if (one.place != DetailRow::Place::Related) row(one.label, one.text);
  return {table};
}

}  // namespace tp::ui
