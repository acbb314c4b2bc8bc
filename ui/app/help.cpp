// The list of everything there is, by groups: what has a key, and below it what is found in the palette and the menus.
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
  enum class What : uint8_t { Heading, Key, Plain };
  What what = What::Plain;
  std::string keys;
  std::string title;
};

using Block = std::vector<Line>;

// Appends what has no key. Rows of one action, which differ behind a colon, share a line as far as there is room:
// "Theme: dark, light".
void addPlain(const Canvas& c, const std::vector<const Action*>& plain, Block& block) {
  constexpr float kRoom = kColumn - 24;
  const Action* before = nullptr;
  for (const Action* action : plain) {
    const std::string title = action->title;
    const size_t colon = title.find(": ");
    const bool same = before != nullptr && std::string_view(before->id) == action->id && colon != std::string::npos &&
                      title.compare(0, colon, before->title, 0, colon) == 0;
    before = action;
    if (same) {
      std::string longer = block.back().title + ", " + title.substr(colon + 2);
      if (textWidth(c.fonts.words, kWordSize, longer) <= kRoom) {
        block.back().title = std::move(longer);
        continue;
      }
      block.back().title += ",";
    }
    block.push_back({Line::What::Plain, {}, same ? "    " + title.substr(colon + 2) : title});
  }
}

// A block for each group.
std::vector<Block> blocks(const Context& c, std::span<const Action> actions) {
  std::vector<Block> all;
  for (uint8_t i = 0; i < static_cast<uint8_t>(ActionGroup::Count); ++i) {
    auto group = static_cast<ActionGroup>(i);
    Block block{{Line::What::Heading, {}, groupTitle(group)}};
    std::vector<const Action*> plain;
    for (const Gesture& gesture : gestures())
      if (gesture.group == group) block.push_back({Line::What::Key, gesture.keys, gesture.title});
    for (const Action& action : actions) {
      if (action.group != group) continue;
      std::string keys = keysText(action, c.keyNames);
      if (!keys.empty())
        block.push_back({Line::What::Key, std::move(keys), action.title});
      else if (action.listed)
        plain.push_back(&action);
    }
    addPlain(c, plain, block);
    if (block.size() > 1) all.push_back(std::move(block));
  }
  return all;
}

float heightOf(const Block& block) {
  return kRow * static_cast<float>(block.size()) + 12;
}

void drawBlock(Canvas& c, const Block& block, float x, float y, float row) {
  for (const Line& line : block) {
    if (line.what == Line::What::Heading) {
      drawText(c, c.fonts.strong, kWordSize, {x, y}, c.theme.text, line.title);
    } else if (line.what == Line::What::Plain) {
      Rect clip{x, y, kColumn - 12, kRow};
      drawText(c, c.fonts.words, kWordSize, {x, y - 0.5f}, c.theme.dim, line.title, &clip);
    } else {
      drawText(c, c.fonts.mono, kMonoSize, {x, y + 0.5f}, c.theme.accent, line.keys);
      Rect clip{x, y, kColumn - 6, kRow};
      // A long title begins closer to its key.
      const float room = clip.w - textWidth(c.fonts.words, kWordSize, line.title);
      float after = x + std::max(std::min(kKeys, room), textWidth(c.fonts.mono, kMonoSize, line.keys) + 12);
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

void drawHelp(Context& c, std::span<const Action> actions) {
  std::vector<Block> all = blocks(c, actions);
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
  drawText(c, c.fonts.strong, kTitleSize, {box.x + kEdge, box.y + 16}, c.theme.text, "Keys and actions");
  if (button(c, "Open the manual", {box.x + box.w - kEdge - 130, box.y + 12}, {130, 28}))
    c.runAction = {"manual", std::string()};
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
  std::string palette =
      keysText(*findAction(actions, "palette"), c.keyNames, " or ") + " finds any action by its name.";
  drawText(c, c.fonts.words, kHintSize, {box.x + kEdge, box.y + box.h - 28}, c.theme.dim, palette);
  if (overlay.pressedOutside()) c.help = false;
}

}  // namespace tp::ui
