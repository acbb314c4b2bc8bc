// The list of all keys, by groups.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ui/app/actions.h"
#include "ui/app/states.h"
#include "ui/base/overlay.h"

namespace tp::ui {
namespace {

constexpr float kRow = 22;
constexpr float kColumn = 376;
constexpr float kKeys = 130;
constexpr float kEdge = 20;
constexpr float kClosest = 0.75f;

struct Line {
  std::string keys;  // empty: `title` is a heading
  const char* title = "";
};

using Block = std::vector<Line>;

// A block for each group that has keys.
std::vector<Block> blocks(const Context& c) {
  std::vector<Block> all;
  for (uint8_t i = 0; i < static_cast<uint8_t>(ActionGroup::Count); ++i) {
    auto group = static_cast<ActionGroup>(i);
    Block block{{{}, groupTitle(group)}};
    for (const Gesture& gesture : gestures())
      if (gesture.group == group) block.push_back({gesture.keys, gesture.title});
    for (const Action& action : actions()) {
      std::string keys = action.group == group ? keysText(action, c.keyNames) : std::string();
      if (!keys.empty()) block.push_back({std::move(keys), action.title});
    }
    if (block.size() > 1) all.push_back(std::move(block));
  }
  return all;
}

float heightOf(const Block& block) {
  return kRow * static_cast<float>(block.size()) + 12;
}

void drawBlock(Context& c, const Block& block, float x, float y, float row) {
  for (const Line& line : block) {
    if (line.keys.empty()) {
      drawText(c, c.fonts.strong, kWordSize, {x, y}, c.theme.text, line.title);
    } else {
      drawText(c, c.fonts.mono, kMonoSize, {x, y + 0.5f}, c.theme.accent, line.keys);
      Rect clip{x, y, kColumn - 12, kRow};
      float after = x + std::max(kKeys, textWidth(c.fonts.mono, kMonoSize, line.keys) + 12);
      drawText(c, c.fonts.words, kWordSize, {after, y - 0.5f}, c.theme.text, line.title, &clip);
    }
    y += row;
  }
}

void scrollByKeys(float page) {
  float by = 0;
  if (ImGui::IsKeyPressed(ImGuiKey_PageDown)) by += page - kRow;
  if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) by -= page - kRow;
  if (by != 0) ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.0f, ImGui::GetScrollMaxY()));
}

}  // namespace

void drawHelp(Context& c) {
  std::vector<Block> all = blocks(c);
  float total = 0, tallest = 0;
  for (const Block& block : all) {
    total += heightOf(block);
    tallest = std::max(tallest, heightOf(block));
  }
  ImVec2 screen = ImGui::GetIO().DisplaySize;
  float most = std::max(1.0f, std::floor((screen.x - 2 * kEdge - 4) / kColumn));
  float columns = std::clamp(std::ceil(total / (screen.y - 180)), 1.0f, std::min(3.0f, most));
  // The least height at which the blocks, one after another, fit into the columns.
  float height = std::max(tallest, total / columns);
  auto needed = [&](float limit) {
    float used = 0, count = 1;
    for (const Block& block : all) {
      if (used > 0 && used + heightOf(block) > limit) {
        used = 0;
        ++count;
      }
      used += heightOf(block);
    }
    return count;
  };
  while (needed(height) > columns) height += kRow;

  // In a low window lines are closer; if that is not enough, they scroll.
  float room = std::max(80.0f, screen.y - 104);
  float closer = std::clamp(room / height, kClosest, 1.0f);
  height *= closer;
  float shown = std::min(height, room);
  float width = std::min(kColumn * columns + 2 * kEdge - 12, screen.x - 16);
  Rect box{std::floor((screen.x - width) / 2), std::max(8.0f, std::floor((screen.y - shown - 88) / 2)), width,
           shown + 88};
  Overlay overlay(c, "keys", box);
  drawText(c, c.fonts.strong, kTitleSize, {box.x + kEdge, box.y + 16}, c.theme.text, "Keys");
  ImGui::SetCursorScreenPos({box.x, box.y + 52});
  if (ImGui::BeginChild("lines", {box.w, shown}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNav)) {
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    scrollByKeys(shown);
    float x = box.x + kEdge, y = ImGui::GetCursorScreenPos().y, top = y;
    ImGui::Dummy({1, height});
    for (const Block& block : all) {
      float own = heightOf(block) * closer;
      if (y > top && y + own > top + height + 1) {
        x += kColumn;
        y = top;
      }
      drawBlock(c, block, x, y, kRow * closer);
      y += own;
    }
    c.draw = outer;
  }
  ImGui::EndChild();
  std::string palette = keysText(*findAction("palette"), c.keyNames, " or ") + " finds any action by its name.";
  drawText(c, c.fonts.words, kHintSize, {box.x + kEdge, box.y + box.h - 28}, c.theme.dim, palette);
  if (overlay.left()) c.help = false;
}

}  // namespace tp::ui
