#include "ui/drawer.h"

#include <algorithm>

#include "ui/tooltip.h"

namespace tp::ui {
namespace {

constexpr float kTabHeight = 36;
constexpr float kLeast = 120;
constexpr float kTracks = 192;  // stay, with the axis, whatever is dragged
// Until it is dragged: a share of a high window, not too much of a low one.
constexpr float kUsual = 296, kShare = 0.3f, kMostShare = 0.42f;

float mostHeight(float whole) {
  return std::max(kLeast, whole - kTracks);
}

}  // namespace

float drawerHeight(const Context& c, float whole) {
  if (c.drawerHeight) return std::min(*c.drawerHeight, mostHeight(whole));
  return std::min(std::max(kUsual, whole * kShare), whole * kMostShare);
}

float drawPair(Context& c, ImVec2 at, float labelWidth, float width, std::string_view label, std::string_view text) {
  drawCell(c, c.fonts.words, kWordSize, at, c.theme.dim, label, {at.x, at.y - 1, labelWidth - 8, 18});
  float room = std::max(60.0f, width - labelWidth);
  ImVec2 size = c.fonts.mono->CalcTextSizeA(kMonoSize, 1e9f, room, text.data(), text.data() + text.size());
  c.draw->AddText(c.fonts.mono, kMonoSize, {at.x + labelWidth, at.y + 0.5f}, c.theme.text, text.data(),
                  text.data() + text.size(), room);
  return std::max(size.y, 15.0f) + 6;
}

void drawDrawer(Context& c, const Rect& area) {
  c.draw->AddRectFilled(area.min(), area.max(), c.theme.panel);
  c.draw->AddLine({area.x, area.y + 0.5f}, {area.x + area.w, area.y + 0.5f}, c.theme.line);
  ImGui::SetCursorScreenPos({area.x, area.y - 3});
  ImGui::InvisibleButton("drawer height", {area.w, 6});
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemActive() && io.MouseDelta.y != 0)
    c.drawerHeight =
        std::clamp(area.h - io.MouseDelta.y, kLeast, mostHeight(io.DisplaySize.y - kHeaderHeight - kFooterHeight));

  struct Entry {
    Tab tab;
    const char* label;
  };
  float x = area.x + 14;
  for (Entry entry : {Entry{Tab::Selection, "Selection"}, Entry{Tab::Flame, "Flame graph"},
                      Entry{Tab::Sandwich, "Sandwich"}, Entry{Tab::Functions, "Functions"}, Entry{Tab::Info, "Info"},
                      Entry{Tab::Scheduling, "Scheduling"}, Entry{Tab::Events, "Events"}}) {
    std::string label = entry.label;
    uint64_t warnings = entry.tab == Tab::Info ? c.index().warningCount() : 0;
    float width = textWidth(c.fonts.words, kWordSize, label);
    std::string count = warnings > 0 ? std::to_string(warnings) : std::string();
    float whole = width + (warnings > 0 ? textWidth(c.fonts.words, kWordSize, count) + 6 : 0);
    ImGui::SetCursorScreenPos({x - 8, area.y + 2});
    if (ImGui::InvisibleButton(entry.label, {whole + 16, kTabHeight - 2})) c.tab = entry.tab;
    bool current = c.tab == entry.tab;
    c.noteControl(label, current);
    ImU32 ink = current || ImGui::IsItemHovered() ? c.theme.text : c.theme.dim;
    drawText(c, c.fonts.words, kWordSize, {x, area.y + 11}, ink, label);
    if (warnings > 0) drawText(c, c.fonts.words, kWordSize, {x + width + 6, area.y + 11}, c.theme.warn, count);
    if (current)
      c.draw->AddRectFilled({x - 6, area.y + kTabHeight - 2}, {x + whole + 6, area.y + kTabHeight}, c.theme.accent);
    x += whole + 28;
  }
  c.draw->AddLine({area.x, area.y + kTabHeight}, {area.x + area.w, area.y + kTabHeight}, c.theme.line);

  Rect panel{area.x, area.y + kTabHeight + 1, area.w, area.h - kTabHeight - 1};
  ImGui::SetCursorScreenPos(panel.min());
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoNav;
  // It has more rows than a scrollbar of ImGui's can tell apart.
  if (c.tab == Tab::Events) flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  if (ImGui::BeginChild("panel", {panel.w, panel.h}, ImGuiChildFlags_None, flags)) {
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    Rect inner{panel.x - ImGui::GetScrollX(), panel.y - ImGui::GetScrollY(), panel.w, panel.h};
    if (c.tab == Tab::Selection) drawSelectionPanel(c, inner);
    if (c.tab == Tab::Flame) drawFlamePanel(c, panel);
    if (c.tab == Tab::Sandwich) drawSandwichPanel(c, panel);
    if (c.tab == Tab::Functions) drawFunctionsPanel(c, panel);
    if (c.tab == Tab::Info) drawInfoPanel(c, panel);
    if (c.tab == Tab::Scheduling) drawSchedulingPanel(c, panel);
    if (c.tab == Tab::Events) drawEventsPanel(c, panel);
    c.draw = outer;
  }
  ImGui::EndChild();
}

}  // namespace tp::ui
