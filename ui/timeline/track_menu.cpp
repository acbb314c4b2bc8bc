// Buttons beside the label of the track under the pointer, and its context menu.
#include <algorithm>
#include <iterator>

#include "ui/base/menu.h"
#include "ui/timeline/joint.h"
#include "ui/timeline/track_commands.h"
#include "ui/timeline/track_labels.h"
#include "ui/view/compared.h"
#include "ui/view/laid_plots.h"
#include "ui/view/leads.h"

namespace tp::ui {
namespace {

constexpr float kTool = 18;

enum class Tool : uint8_t { Pin, Hide, Up, Down };
constexpr Tool kTools[] = {Tool::Pin, Tool::Up, Tool::Down, Tool::Hide};

void drawTool(Canvas& c, Tool tool, float x, float y, ImU32 ink) {
  switch (tool) {
    case Tool::Pin:
      c.draw->AddCircleFilled({x, y - 2.5f}, 3, ink);
      c.draw->AddLine({x, y}, {x, y + 5.5f}, ink, 1.5f);
      break;
    case Tool::Up:
      c.draw->AddTriangleFilled({x - 4, y + 2}, {x, y - 3}, {x + 4, y + 2}, ink);
      break;
    case Tool::Down:
      c.draw->AddTriangleFilled({x - 4, y - 2}, {x + 4, y - 2}, {x, y + 3}, ink);
      break;
    case Tool::Hide:
      c.draw->AddLine({x - 3.5f, y - 3.5f}, {x + 3.5f, y + 3.5f}, ink, 1.5f);
      c.draw->AddLine({x - 3.5f, y + 3.5f}, {x + 3.5f, y - 3.5f}, ink, 1.5f);
      break;
  }
}

const char* hintOf(const WindowState& c, const TraceIndex& index, Tool tool, TrackId track) {
  if (tool == Tool::Pin) return isPinned(c, index, track) ? "Unpin" : "Pin at the top";
  return tool == Tool::Up ? "Move up" : tool == Tool::Down ? "Move down" : "Hide";
}

void use(WindowState& c, const Session& session, Tool tool, TrackId track) {
  if (tool == Tool::Pin) pin(c, session.index(), track, !isPinned(c, session.index(), track));
  if (tool == Tool::Up || tool == Tool::Down) move(c, session, track, tool == Tool::Up ? -1 : 1);
  if (tool == Tool::Hide) hide(c, session.index(), track);
}

Rect toolBox(const WindowState& c, float top) {
  float width = kTool * static_cast<float>(std::size(kTools)) + 4;
  return {c.labelWidth - width - 4, top + 1, width, kTool + 2};
}

// The unit whose label the pointer is on, kNoTrack if there is none. `top` is the y of its first visible row.
TrackId unitUnder(const WindowState& c, const TrackArea& area, float& top) {
  ImVec2 mouse = ImGui::GetIO().MousePos;
  Rect labels{area.pinned.x, area.pinned.y, c.labelWidth - 4, area.pinned.h + area.scrolled.h};
  if (!labels.contains(mouse) || !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
    return kNoTrack;
  bool pinned = mouse.y < area.scrolled.y;
  if (!pinned) {
    for (const StickyHeading& heading : stickyHeadings(c.layout, c.scroll)) {
      const Row& row = c.layout.rows[heading.row];
      top = area.scrolled.y + heading.y;
      if (mouse.y >= top && mouse.y < top + row.height) return row.unit;
    }
  }
  const Row* row = rowUnder(c, area, mouse.y);
  if (row == nullptr) return kNoTrack;
  const Row* first = pinned ? c.layout.pinned.data() : c.layout.rows.data();
  const Row* named = row;
  while (named > first && (named - 1)->unit == row->unit) --named;
  top = std::max(screenTop(c, area, *named, pinned), pinned ? area.pinned.y : area.scrolled.y + stickyHeight(c));
  return row->unit;
}

// The items that make a thread, or a joined trace, a side of a comparison.
void drawCompareItems(Context& c, TrackId track) {
  const TrackKey& key = c.index().tracks()[track].key;
  if (c.session.phase() != Phase::Ready ||
      (key.kind != TrackKind::Thread && partOfHeading(c.index(), track) == nullptr))
    return;
  ImGui::Separator();
  for (size_t side = 0; side < 2; ++side)
    if (menuItem(c, std::string("Compare: this is ") + sideName(side)) && chooseTrack(c, side, track))
      openTab(c, Tab::Compare);
}

void drawMenu(Context& c) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10, 8});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8, 7});
  const TrackId track = c.menuTrack;
  if (track < c.index().tracks().size() && ImGui::BeginPopup("track menu")) {
    bool pinned = isPinned(c, c.index(), track);
    if (menuItem(c, pinned ? "Unpin" : "Pin at the top")) pin(c, c.index(), track, !pinned);
    if (menuItem(c, "Move up")) move(c, c.session, track, -1);
    if (menuItem(c, "Move down")) move(c, c.session, track, 1);
    if (menuItem(c, "Hide")) hide(c, c.index(), track);
    drawPlotItems(c, track);
    drawCompareItems(c, track);
    drawJointItems(c, track);
    ImGui::Separator();
    drawSortItems(c);
    if (!c.choice.hidden.empty()) {
      ImGui::Separator();
      if (menuItem(c, "Show " + std::to_string(c.choice.hidden.size()) + " hidden")) showHidden(c);
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

}  // namespace

void drawSortItems(Context& c) {
  static constexpr std::pair<TrackSort, const char*> kItems[] = {
      {TrackSort::Recorded, "As recorded"},
      {TrackSort::Name, "By name"},
      {TrackSort::Pid, "By process and thread number"},
      {TrackSort::Activity, "By activity, most records first"}};
  for (const auto& [sort, label] : kItems)
    if (menuItem(c, label, nullptr, c.choice.sort == sort)) sortTracks(c, sort);
}

void hitLabelTools(Context& c, const TrackArea& area) {
  c.toolsTrack = unitUnder(c, area, c.toolsTop);
  c.tool = -1;
  if (c.toolsTrack == kNoTrack) return;
  Rect box = toolBox(c, c.toolsTop);
  for (size_t i = 0; i < std::size(kTools); ++i) {
    ImGui::SetCursorScreenPos({box.x + 2 + kTool * static_cast<float>(i), box.y});
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("tool", {kTool, box.h})) use(c, c.session, kTools[i], c.toolsTrack);
    bool hovered = ImGui::IsItemHovered();
    ImGui::PopID();
    if (!hovered) continue;
    c.tool = static_cast<int>(i);
    c.hint = hintOf(c, c.index(), kTools[i], c.toolsTrack);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  if (!ImGui::IsMouseReleased(1)) return;
  c.menuTrack = c.toolsTrack;
  ImGui::OpenPopup("track menu");
}

void drawLabelTools(Context& c) {
  if (c.toolsTrack != kNoTrack) {
    Rect box = toolBox(c, c.toolsTop);
    c.draw->AddRectFilled(box.min(), box.max(), c.theme.raised, 4);
    for (size_t i = 0; i < std::size(kTools); ++i) {
      bool on = kTools[i] == Tool::Pin && isPinned(c, c.index(), c.toolsTrack);
      ImU32 ink = on ? c.theme.accent : c.tool == static_cast<int>(i) ? c.theme.text : c.theme.dim;
      drawTool(c, kTools[i], box.x + 2 + kTool * (static_cast<float>(i) + 0.5f), box.y + box.h / 2, ink);
    }
  }
  drawMenu(c);
}

}  // namespace tp::ui
