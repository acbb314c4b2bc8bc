#include "ui/app/drawer.h"

#include <algorithm>
#include <vector>

#include "core/text/visible_text.h"
#include "ui/app/states.h"
#include "ui/view/row_keys.h"
#include "ui/view/selection_text.h"

namespace tp::ui {
namespace {

constexpr float kTabHeight = 36;
constexpr float kLeast = 120;
constexpr float kTracks = 192;  // height left to tracks and axis, however far the drawer is dragged
// The height until it is dragged: a share of a high window, at most kMaxShare of a low one.
constexpr float kUsual = 296, kShare = 0.3f, kMaxShare = 0.42f;
// In still lower windows half of it, up to this, as a table has hardly a row otherwise.
constexpr float kLow = 210;

float mostHeight(float whole) {
  return std::max(kLeast, whole - kTracks);
}

std::vector<const Panel*> shownTabs(Context& c, std::span<const Panel> panels) {
  std::vector<const Panel*> shown;
  for (const Panel& panel : panels)
    if (panel.hasTab == nullptr || c.tab == panel.tab || panel.hasTab(c)) shown.push_back(&panel);
  return shown;
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

void drawTabs(Context& c, const Rect& area, std::span<const Panel> panels) {
  std::string warnings = c.index().warningCount() > 0 ? std::to_string(c.index().warningCount()) : std::string();
  float size = kWordSize, gap = 28;
  auto countWidth = [&](const Panel& panel) {
    return panel.tab == Tab::Info && !warnings.empty() ? textWidth(c.fonts.words, size, warnings) + 6 : 0;
  };
  bool brief = false;
  auto widthOf = [&](const Panel& panel) {
    return textWidth(c.fonts.words, size, brief ? panel.brief : panel.label) + countWidth(panel);
  };
  const std::vector<const Panel*> shown = shownTabs(c, panels);
  float sum = 0;
  for (const Panel* panel : shown) sum += widthOf(*panel);
  const auto gaps = static_cast<float>(shown.size() - 1);
  float room = area.w - 28;
  if (sum + gaps * 16 > room) {
    brief = true;
    size = kHintSize;
    sum = 0;
    for (const Panel* panel : shown) sum += widthOf(*panel);
  }
  gap = std::clamp((room - sum) / gaps, 4.0f, gap);
  float x = area.x + 14;
  for (const Panel* panel : shown) {
    float whole = widthOf(*panel);
    ImGui::SetCursorScreenPos({x - gap / 2, area.y + 2});
    if (ImGui::InvisibleButton(panel->label, {whole + gap, kTabHeight - 2})) {
      c.tab = panel->tab;
      if (panel->tabPressed != nullptr) panel->tabPressed(c);
    }
    bool current = c.tab == panel->tab;
    c.noteControl(panel->label, current);
    ImU32 ink = current || ImGui::IsItemHovered() ? c.theme.text : c.theme.dim;
    float y = area.y + 11 + (kWordSize - size) / 2;
    drawText(c, c.fonts.words, size, {x, y}, ink, brief ? panel->brief : panel->label);
    if (float count = countWidth(*panel); count > 0)
      drawText(c, c.fonts.words, size, {x + whole - count + 6, y}, c.theme.warn, warnings);
    if (current)
      c.draw->AddRectFilled({x - 6, area.y + kTabHeight - 2}, {x + whole + 6, area.y + kTabHeight}, c.theme.accent);
    x += whole + gap;
  }
  drawSummary(c, x, area);
  c.draw->AddLine({area.x, area.y + kTabHeight}, {area.x + area.w, area.y + kTabHeight}, c.theme.line);
}

}  // namespace

float drawerHeight(const WindowState& c, float whole) {
  if (c.drawerHeight) return std::min(*c.drawerHeight, mostHeight(whole));
  const float most = std::max(whole * kMaxShare, std::min(whole / 2, kLow));
  return std::min(std::max(kUsual, whole * kShare), most);
}

Rect drawDrawer(Context& c, const Rect& area, std::span<const Panel> panels) {
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
  drawTabs(c, area, panels);
  c.focus.enterPart(FocusPart::Panel);

  const Panel& open = panelOf(panels, c.tab);
  Rect panel{area.x, area.y + kTabHeight + 1, area.w, area.h - kTabHeight - 1};
  if (c.focus.clickedTimeline()) c.memory.of<RowKeys>().leave();
  ImGui::SetCursorScreenPos(panel.min());
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoNav;
  if (open.scrolling == Scrolling::Parts) flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  if (ImGui::BeginChild("panel", {panel.w, panel.h}, ImGuiChildFlags_None, flags)) {
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    c.chips = {panel.x + 14, panel.y, panel.w - 28, panel.h};
    Rect inner{panel.x - ImGui::GetScrollX(), panel.y - ImGui::GetScrollY(), panel.w, panel.h};
    open.draw(c, open.scrolling == Scrolling::Drawer ? inner : panel);
    c.chips = {};
    c.draw = outer;
  }
  ImGui::EndChild();
  // What was pressed may lead to another one.
  const Panel& next = panelOf(panels, c.tab);
  c.moreToCome = c.moreToCome || &next != &open;
  if (next.rowKeys || (next.hasRows != nullptr && next.hasRows(c)))
    c.focus.noteArea("Rows", FocusStop::Kind::Rows, panel.min(), panel.max());
  return panel;
}

}  // namespace tp::ui
