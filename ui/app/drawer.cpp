#include "ui/app/drawer.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "core/text/visible_text.h"
#include "ui/app/states.h"
#include "ui/calls/flame_panel.h"
#include "ui/calls/functions_panel.h"
#include "ui/calls/sandwich_panel.h"
#include "ui/calls/slices_panel.h"
#include "ui/calls/source_panel.h"
#include "ui/events/events_panel.h"
#include "ui/panels/info_panel.h"
#include "ui/panels/query_commands.h"
#include "ui/panels/query_panel.h"
#include "ui/panels/query_result_track.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/panels/selection_panel.h"
#include "ui/view/row_keys.h"
#include "ui/view/selection_text.h"
#include "ui/view/source_view.h"

namespace tp::ui {
namespace {

constexpr float kTabHeight = 36;
constexpr float kLeast = 120;
constexpr float kTracks = 192;  // height left to tracks and axis, however far the drawer is dragged
// The height until it is dragged: a share of a high window, at most kMaxShare of a low one.
constexpr float kUsual = 296, kShare = 0.3f, kMaxShare = 0.42f;

float mostHeight(float whole) {
  return std::max(kLeast, whole - kTracks);
}

struct Entry {
  Tab tab;
  const char* label;
  const char* brief;  // label if there is no room for the long one
};
constexpr Entry kTabs[] = {{Tab::Selection, "Selection", "Selection"},
                           {Tab::Flame, "Flame graph", "Flame"},
                           {Tab::Sandwich, "Sandwich", "Sandwich"},
                           {Tab::Functions, "Functions", "Functions"},
                           {Tab::Info, "Info", "Info"},
                           {Tab::Scheduling, "Scheduling", "Sched."},
                           {Tab::Slices, "Slices", "Slices"},
                           {Tab::Events, "Events", "Events"},
                           {Tab::Query, "Query", "Query"},
                           {Tab::Source, "Source", "Source"}};

// The panel of sources has a tab from when it is first asked for something.
std::span<const Entry> shownTabs(Context& c) {
  const bool source = c.tab == Tab::Source || c.memory.of<SourceView>().asked();
  return std::span<const Entry>(kTabs).first(std::size(kTabs) - (source ? 0 : 1));
}

// What is selected, right of the tabs, while another panel than its own is shown. A press shows its details. `from`:
// where the tabs end.
void drawSummary(Context& c, float from, const Rect& tabs) {
  constexpr float kLeastSummary = 130;
  const float right = tabs.x + tabs.w - 14;
  if (!c.selection || c.tab == Tab::Selection || right - from < kLeastSummary) return;
  const std::string whole = selectionSummary(c);
  const std::string text = fitText(c.fonts.words, kHintSize, whole, right - from);
  const float width = textWidth(c.fonts.words, kHintSize, text);
  const Rect box{right - width, tabs.y + 9, width, 18};
  ImGui::SetCursorScreenPos(box.min());
  const bool pressed = ImGui::InvisibleButton("summary", {box.w, box.h});
  const bool hovered = ImGui::IsItemHovered();
  c.noteControl("Selected: " + whole, false);
  drawText(c, c.fonts.words, kHintSize, {box.x, box.y + 3}, hovered ? c.theme.text : c.theme.accent, text);
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (pressed) c.tab = Tab::Selection;
}

void drawTabs(Context& c, const Rect& area) {
  std::string warnings = c.index().warningCount() > 0 ? std::to_string(c.index().warningCount()) : std::string();
  float size = kWordSize, gap = 28;
  auto countWidth = [&](const Entry& entry) {
    return entry.tab == Tab::Info && !warnings.empty() ? textWidth(c.fonts.words, size, warnings) + 6 : 0;
  };
  bool brief = false;
  auto widthOf = [&](const Entry& entry) {
    return textWidth(c.fonts.words, size, brief ? entry.brief : entry.label) + countWidth(entry);
  };
  const std::span<const Entry> entries = shownTabs(c);
  float sum = 0;
  for (const Entry& entry : entries) sum += widthOf(entry);
  const auto gaps = static_cast<float>(entries.size() - 1);
  float room = area.w - 28;
  if (sum + gaps * 16 > room) {
    brief = true;
    size = kHintSize;
    sum = 0;
    for (const Entry& entry : entries) sum += widthOf(entry);
  }
  gap = std::clamp((room - sum) / gaps, 4.0f, gap);
  float x = area.x + 14;
  for (const Entry& entry : entries) {
    float whole = widthOf(entry);
    ImGui::SetCursorScreenPos({x - gap / 2, area.y + 2});
    if (ImGui::InvisibleButton(entry.label, {whole + gap, kTabHeight - 2})) {
      c.tab = entry.tab;
      if (c.tab == Tab::Query) queryOpened(c);
    }
    bool current = c.tab == entry.tab;
    c.noteControl(entry.label, current);
    ImU32 ink = current || ImGui::IsItemHovered() ? c.theme.text : c.theme.dim;
    float y = area.y + 11 + (kWordSize - size) / 2;
    drawText(c, c.fonts.words, size, {x, y}, ink, brief ? entry.brief : entry.label);
    if (float count = countWidth(entry); count > 0)
      drawText(c, c.fonts.words, size, {x + whole - count + 6, y}, c.theme.warn, warnings);
    if (current)
      c.draw->AddRectFilled({x - 6, area.y + kTabHeight - 2}, {x + whole + 6, area.y + kTabHeight}, c.theme.accent);
    x += whole + gap;
  }
  drawSummary(c, x, area);
  c.draw->AddLine({area.x, area.y + kTabHeight}, {area.x + area.w, area.y + kTabHeight}, c.theme.line);
}

// Whether the open panel has rows that keys choose from.
bool hasRowsToChoose(Context& c) {
  return hasRows(c.tab) || c.tab == Tab::Events || c.tab == Tab::Slices || (c.tab == Tab::Query && hasQueryRows(c));
}

}  // namespace

float drawerHeight(const Context& c, float whole) {
  if (c.drawerHeight) return std::min(*c.drawerHeight, mostHeight(whole));
  return std::min(std::max(kUsual, whole * kShare), whole * kMaxShare);
}

Rect drawDrawer(Context& c, const Rect& area) {
  c.draw->AddRectFilled(area.min(), area.max(), c.theme.panel);
  c.draw->AddLine({area.x, area.y + 0.5f}, {area.x + area.w, area.y + 0.5f}, c.theme.line);
  ImGui::SetCursorScreenPos({area.x, area.y - 3});
  ImGui::InvisibleButton("drawer height", {area.w, 6});
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemActive() && io.MouseDelta.y != 0)
    c.drawerHeight =
        std::clamp(area.h - io.MouseDelta.y, kLeast, mostHeight(io.DisplaySize.y - kHeaderHeight - kFooterHeight));

  c.focus.enterPart(FocusPart::Tabs);
  drawTabs(c, area);
  c.focus.enterPart(FocusPart::Panel);

  Rect panel{area.x, area.y + kTabHeight + 1, area.w, area.h - kTabHeight - 1};
  if (ImGui::IsMouseClicked(0) && !panel.contains(io.MousePos)) c.memory.of<RowKeys>().leave();
  ImGui::SetCursorScreenPos(panel.min());
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoNav;
  // The event table has more rows than ImGui's scrollbar can tell apart.
  // The panels of queries, slices and sources scroll their parts by themselves.
  if (c.tab == Tab::Events || c.tab == Tab::Query || c.tab == Tab::Slices || c.tab == Tab::Source)
    flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  if (ImGui::BeginChild("panel", {panel.w, panel.h}, ImGuiChildFlags_None, flags)) {
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    c.chips = {panel.x + 14, panel.y, panel.w - 28, panel.h};
    Rect inner{panel.x - ImGui::GetScrollX(), panel.y - ImGui::GetScrollY(), panel.w, panel.h};
    const bool row = !c.selection && c.queryTracks.chosenTrack() != nullptr;
    if (c.tab == Tab::Selection && !c.selection && !row) drawNothingSelected(c, inner);
    if (c.tab == Tab::Selection && row) drawQueryRow(c, inner);
    if (c.tab == Tab::Selection && c.selection) drawSelectionPanel(c, inner);
    if (c.tab == Tab::Flame) drawFlamePanel(c, panel);
    if (c.tab == Tab::Sandwich) drawSandwichPanel(c, panel);
    if (c.tab == Tab::Functions) drawFunctionsPanel(c, panel);
    if (c.tab == Tab::Info) drawInfoPanel(c, panel);
    if (c.tab == Tab::Scheduling) drawSchedulingPanel(c, panel);
    if (c.tab == Tab::Slices) drawSlicesPanel(c, panel);
    if (c.tab == Tab::Events) drawEventsPanel(c, panel);
    if (c.tab == Tab::Query) drawQueryPanel(c, panel);
    if (c.tab == Tab::Source) drawSourcePanel(c, panel);
    c.chips = {};
    c.draw = outer;
  }
  ImGui::EndChild();
  if (hasRowsToChoose(c)) c.focus.noteArea("Rows", FocusStop::Kind::Rows, panel.min(), panel.max());
  return panel;
}

}  // namespace tp::ui
