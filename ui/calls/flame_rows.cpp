#include "ui/calls/flame_rows.h"

#include <algorithm>
#include <utility>

namespace tp::ui {
namespace {

constexpr float kRow = kCallHeight + 1;

// What a press on the box means; nothing by keys.
FlameAnswer pressedFlame(const FlameHit& hit, uint32_t top) {
  FlameAnswer answer;
  if (hit.box == nullptr || hit.byKeys) return answer;
  const FlameBox& box = *hit.box;
  // Stacks that are too narrow to be drawn stand for their caller, if it isn't zoomed into already.
  if (box.node == 0 && box.caller == top) return answer;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsMouseReleased(0)) answer.clicked = box.node != 0 ? box.node : box.caller;
  if (ImGui::IsMouseReleased(1) && box.node != 0) answer.opened = box.node;
  return answer;
}

}  // namespace

FlameHit drawFlameRows(Canvas& c, const Rect& area, const FlameBoxes& laid, bool upwards, float least,
                       const FlameBox* chosen, bool reveal, const DrawFlameBox& draw) {
  const float height = std::max(area.h, static_cast<float>(laid.rows.size()) * kRow + 2);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("stacks", {area.w, height},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
  const bool hovered = ImGui::IsItemHovered();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  FlameHit hit, byKeys;
  for (size_t row = 0; row < laid.rows.size(); ++row) {
    const float y =
        upwards ? origin.y + height - static_cast<float>(row + 1) * kRow : origin.y + static_cast<float>(row) * kRow;
    if (reveal && chosen != nullptr && chosen->row == row) ImGui::SetScrollFromPosY(y - ImGui::GetWindowPos().y);
    if (y + kRow < area.y || y > area.y + area.h) continue;
    for (size_t i = laid.rows[row].first; i < laid.rows[row].second; ++i) {
      const FlameBox& box = laid.boxes[i];
      const Rect place{origin.x + box.x, y, box.w > 3 ? box.w - 1 : std::max(box.w, least), kCallHeight};
      draw(i, place, row < laid.callers);
      if (&box == chosen) byKeys = {&box, place, true};
      if (hovered && mouse.y >= y && mouse.y < y + kRow && mouse.x >= place.x && mouse.x < place.x + box.w) {
        hit = {&box, place, false};
        c.draw->AddRect({place.x - 0.5f, place.y - 0.5f}, {place.x + place.w + 0.5f, place.y + place.h + 0.5f},
                        c.theme.text);
      }
    }
  }
  if (byKeys.box != nullptr) {
    // Over what lies beside it, and in two colours, one of which differs from the box's.
    const Rect& place = byKeys.place;
    c.draw->AddRect({place.x - 1, place.y - 1}, {place.x + place.w + 1, place.y + place.h + 1}, c.theme.text, 0, 0, 2);
    c.draw->AddRect({place.x + 1, place.y + 1}, {place.x + place.w - 1, place.y + place.h - 1}, c.theme.panel);
  }
  // After a key, the pointer only lies there.
  return byKeys.box != nullptr && (hit.box == nullptr || c.tipsHidden) ? byKeys : hit;
}

void drawFlameLabel(Canvas& c, const Rect& place, ImU32 ink, const std::function<std::string(float room)>& fitted) {
  const float room = place.w - 6;
  if (room < 20) return;
  const std::string text = fitted(room);
  if (text.empty()) return;
  const Rect clip{place.x + 3, place.y, room + 2, place.h};
  drawText(c, c.fonts.words, kHintSize + 1, {place.x + 4, place.y + (place.h - kHintSize - 1) / 2 - 1.5f}, ink, text,
           &clip);
}

FlameAnswer flameAnswer(FlameAnswer byKeys, const FlameHit& hit, uint32_t top) {
  if (!byKeys.clicked && !byKeys.opened) return pressedFlame(hit, top);
  if (byKeys.opened && hit.byKeys) byKeys.at = ImVec2{hit.place.x, hit.place.y + hit.place.h};
  return byKeys;
}

void drawFlameTip(Canvas& c, const std::vector<TipLine>& lines, const FlameHit& hit) {
  const float bottom = ImGui::GetIO().DisplaySize.y - kFooterHeight;
  // A menu about the box lies below it, too.
  constexpr ImGuiPopupFlags kAny = ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel;
  if (hit.byKeys && ImGui::IsPopupOpen("", kAny)) return;
  if (hit.byKeys)
    drawTipOf(c, lines, bottom, hit.place);
  else
    drawTip(c, lines, bottom);
}

}  // namespace tp::ui
