// What can be done to the track under the pointer: buttons beside its label, and a menu.
#include "ui/track_commands.h"
#include "ui/track_labels.h"

namespace tp::ui {
namespace {

constexpr float kTool = 18;

enum class Tool : uint8_t { Pin, Hide, Up, Down };
constexpr Tool kTools[] = {Tool::Pin, Tool::Up, Tool::Down, Tool::Hide};

void drawTool(Context& c, Tool tool, float x, float y, ImU32 ink) {
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

const char* hintOf(const Context& c, Tool tool, TrackId track) {
  if (tool == Tool::Pin) return isPinned(c, track) ? "Unpin" : "Pin at the top";
  return tool == Tool::Up ? "Move up" : tool == Tool::Down ? "Move down" : "Hide";
}

void use(Context& c, Tool tool, TrackId track) {
  if (tool == Tool::Pin) pin(c, track, !isPinned(c, track));
  if (tool == Tool::Up || tool == Tool::Down) move(c, track, tool == Tool::Up ? -1 : 1);
  if (tool == Tool::Hide) hide(c, track);
}

void drawTools(Context& c, const Row& row, float y) {
  float width = kTool * static_cast<float>(std::size(kTools)) + 4;
  Rect box{c.labelWidth - width - 4, y + 1, width, kTool + 2};
  c.draw->AddRectFilled(box.min(), box.max(), c.theme.raised, 4);
  float x = box.x + 2;
  for (Tool tool : kTools) {
    ImGui::SetCursorScreenPos({x, box.y});
    ImGui::PushID(static_cast<int>(tool));
    if (ImGui::InvisibleButton("tool", {kTool, box.h})) use(c, tool, row.unit);
    bool hovered = ImGui::IsItemHovered();
    ImGui::PopID();
    bool on = tool == Tool::Pin && isPinned(c, row.unit);
    drawTool(c, tool, x + kTool / 2, box.y + box.h / 2, on ? c.theme.accent : hovered ? c.theme.text : c.theme.dim);
    if (hovered) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      c.hint = hintOf(c, tool, row.unit);
    }
    x += kTool;
  }
}

void drawMenu(Context& c) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10, 8});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8, 7});
  if (ImGui::BeginPopup("track menu")) {
    TrackId track = c.menuTrack;
    bool pinned = isPinned(c, track);
    if (ImGui::MenuItem(pinned ? "Unpin" : "Pin at the top")) pin(c, track, !pinned);
    if (ImGui::MenuItem("Move up")) move(c, track, -1);
    if (ImGui::MenuItem("Move down")) move(c, track, 1);
    if (ImGui::MenuItem("Hide")) hide(c, track);
    ImGui::Separator();
    drawSortItems(c);
    if (!c.choice.hidden.empty()) {
      ImGui::Separator();
      if (ImGui::MenuItem(("Show " + std::to_string(c.choice.hidden.size()) + " hidden").c_str())) showHidden(c);
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
    if (ImGui::MenuItem(label, nullptr, c.choice.sort == sort)) sortTracks(c, sort);
}

void drawLabelTools(Context& c, const TrackArea& area) {
  ImVec2 mouse = ImGui::GetIO().MousePos;
  Rect labels{area.pinned.x, area.pinned.y, c.labelWidth - 4, area.pinned.h + area.scrolled.h};
  if (labels.contains(mouse) && ImGui::IsWindowHovered()) {
    const Row* row = rowUnder(c, area, mouse.y);
    float y = 0;
    if (mouse.y >= area.scrolled.y) {
      for (const StickyHeading& heading : stickyHeadings(c.layout, c.scroll)) {
        const Row& over = c.layout.rows[heading.row];
        float top = area.scrolled.y + heading.y;
        if (mouse.y < top || mouse.y >= top + over.height) continue;
        row = &over;
        y = top;
      }
    }
    if (row != nullptr) {
      const Row* first = row;
      bool pinned = mouse.y < area.scrolled.y;
      const std::vector<Row>& rows = pinned ? c.layout.pinned : c.layout.rows;
      while (first > rows.data() && (first - 1)->unit == row->unit) --first;
      float least = pinned ? area.pinned.y : area.scrolled.y + stickyHeight(c);
      if (y == 0) y = std::max(screenTop(c, area, *first, pinned), least);
      if (!ImGui::IsMouseDown(0) || c.toolsTrack == row->unit) drawTools(c, *row, y);
      c.toolsTrack = row->unit;
      if (ImGui::IsMouseReleased(1)) {
        c.menuTrack = row->unit;
        ImGui::OpenPopup("track menu");
      }
    }
  }
  drawMenu(c);
}

}  // namespace tp::ui
