// The most important keys, for a new user.
#include <algorithm>
#include <cmath>

#include "ui/app/actions.h"
#include "ui/app/states.h"

namespace tp::ui {
namespace {

bool anythingPressed() {
  if (!ImGui::GetIO().InputQueueCharacters.empty()) return true;
  for (int button = 0; button < ImGuiMouseButton_COUNT; ++button)
    if (ImGui::IsMouseClicked(button)) return true;
  for (int key = ImGuiKey_Tab; key < ImGuiKey_ReservedForModCtrl; ++key)
    if (ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), false)) return true;
  return false;
}

}  // namespace

void drawHint(Context& c, const Rect& tracks) {
  if (c.settings.hinted) return;
  if (anythingPressed()) {
    c.settings.hinted = true;
    return;
  }
  auto keys = [&c](const char* id) { return keysText(*findAction(id), c.keyNames, " "); };
  const std::pair<std::string, std::string> lines[] = {
      {keys("zoom-in") + " " + keys("zoom-out") + "  " + keys("pan-left") + " " + keys("pan-right"),
       "zoom and move; or drag, and wheel with Ctrl"},
      {"click, \u2190 \u2192 \u2191 \u2193", "select a slice, then walk from it"},
      {keys("palette"), "find anything else by its name"}};
  constexpr float kKeys = 150, kRow = 24, kEdge = 18;
  float width = 0;
  for (const auto& [key, meaning] : lines) width = std::max(width, textWidth(c.fonts.words, kWordSize, meaning));
  width += kKeys + 2 * kEdge;
  float height = kRow * 3 + 2 * kEdge - 6;
  Rect box{std::floor(tracks.x + (tracks.w - width) / 2), std::floor(tracks.y + tracks.h - height - 16), width, height};
  ImDrawList* draw = ImGui::GetForegroundDrawList();
  draw->AddRectFilled(box.min(), box.max(), c.theme.raised, 8);
  draw->AddRect(box.min(), box.max(), c.theme.accent, 8);
  std::swap(c.draw, draw);
  float y = box.y + kEdge;
  for (const auto& [key, meaning] : lines) {
    drawText(c, c.fonts.mono, kMonoSize, {box.x + kEdge, y + 0.5f}, c.theme.accent, key);
    drawText(c, c.fonts.words, kWordSize, {box.x + kEdge + kKeys, y - 0.5f}, c.theme.text, meaning);
    y += kRow;
  }
  std::swap(c.draw, draw);
}

}  // namespace tp::ui
