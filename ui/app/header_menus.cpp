#include "ui/app/header_menus.h"

#include <initializer_list>

#include "ui/app/actions.h"
#include "ui/app/palette.h"
#include "ui/base/menu.h"

namespace tp::ui {
namespace {

constexpr float kGap = 8, kHeight = 26, kEdge = 12;
// In narrower windows, the palette's keys and then the three menus have no room of their own.
constexpr float kWithPalette = 1000, kWithMenus = 720;

using Ids = std::initializer_list<std::string_view>;

// The items of all rows of these actions. Those that do not apply now are there, but can't be chosen.
void drawItems(Context& c, std::span<const Action> actions, Ids ids) {
  for (std::string_view id : ids) {
    for (const Action& action : actions) {
      if (action.id != id || !action.listed || *action.asks != '\0') continue;
      const std::string keys = keysText(action, c.keyNames, " or ");
      if (menuItem(c, action.title, keys.c_str(), false, applies(c, action)))
        c.runAction = {action.id, action.argument};
    }
  }
}

void drawOpenItems(Context& c, std::span<const Action> actions) {
  drawItems(c, actions, {"open-files", "open-directory"});
  ImGui::Separator();
  drawItems(c, actions, {"add-files", "add-directory"});
  ImGui::Separator();
  drawItems(c, actions, {"open-again"});
  for (size_t i = 0; i < c.host.samples.size(); ++i)
    if (menuItem(c, "The sample " + c.host.samples[i].title)) c.host.openSample(static_cast<int>(i));
}

void drawViewItems(Context& c, std::span<const Action> actions) {
  drawItems(c, actions, {"tab"});
  ImGui::Separator();
  drawItems(c, actions, {"toggle-drawer", "show-all", "back", "forward", "last-view"});
  ImGui::Separator();
  drawItems(c, actions, {"copy-link", "settings"});
}

void drawExportItems(Context& c, std::span<const Action> actions) {
  drawItems(c, actions, {"export-report", "export-range-report"});
  ImGui::Separator();
  drawItems(c, actions, {"export"});
  ImGui::Separator();
  drawItems(c, actions, {"export-range"});
  ImGui::Separator();
  drawItems(c, actions, {"export-track", "export-table", "picture"});
  ImGui::Separator();
  drawItems(c, actions, {"copy-link", "cancel-export"});
}

void drawAllItems(Context& c, std::span<const Action> actions) {
  drawOpenItems(c, actions);
  ImGui::Separator();
  drawViewItems(c, actions);
  ImGui::Separator();
  drawItems(c, actions, {"export-report", "export-range-report", "export", "export-range", "picture", "palette"});
}

struct Entry {
  const char* label;
  void (*items)(Context& c, std::span<const Action> actions);
};
constexpr Entry kMenus[] = {{"Open", drawOpenItems}, {"Views", drawViewItems}, {"Export", drawExportItems}};
constexpr Entry kAll[] = {{"Menu", drawAllItems}};

float widthOf(const Canvas& c, const char* label) {
  return textWidth(c.fonts.words, kWordSize, label) + 2 * kEdge;
}

void drawMenu(Context& c, std::span<const Action> actions, const Entry& entry, ImVec2 at, float width) {
  if (button(c, entry.label, at, {width, kHeight})) ImGui::OpenPopup(entry.label);
  ImGui::SetNextWindowPos({at.x, at.y + kHeight + 4}, ImGuiCond_Appearing);
  if (!beginPopup(entry.label)) return;
  entry.items(c, actions);
  endMenu();
}

// Draws the button of the palette, with its keys; returns its left edge.
float drawPaletteButton(Context& c, std::span<const Action> actions, float right, float y) {
  std::string keys = keysText(findAction(actions, "palette")->keys[0], c.keyNames);
  for (char& one : keys)
    if (one == '+') one = ' ';
  const float width = textWidth(c.fonts.mono, kMonoSize, keys) + 2 * kEdge;
  const Rect box{right - width, y, width, kHeight};
  ImGui::SetCursorScreenPos(box.min());
  const bool pressed = ImGui::InvisibleButton("palette", {box.w, box.h});
  const bool hovered = ImGui::IsItemHovered();
  c.noteControl("palette", false);
  c.draw->AddRectFilled(box.min(), box.max(), hovered ? c.theme.line : c.theme.raised, 5);
  drawText(c, c.fonts.mono, kMonoSize, {box.x + kEdge, box.y + 6}, hovered ? c.theme.text : c.theme.dim, keys);
  if (hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    c.hint = "Find an action, a function, a thread or an event by its name";
  }
  if (pressed) openPalette(c, actions);
  return box.x;
}

}  // namespace

float drawHeaderMenus(Context& c, const Rect& header, float right, std::span<const Action> actions) {
  if (c.session.phase() != Phase::Ready && c.session.phase() != Phase::Indexing) return 0;
  const float y = header.y + 9;
  float x = right;
  if (header.w >= kWithPalette) x = drawPaletteButton(c, actions, x, y) - kGap;
  const std::span<const Entry> menus = header.w >= kWithMenus ? std::span<const Entry>(kMenus) : kAll;
  for (size_t i = menus.size(); i-- > 0;) {
    const float width = widthOf(c, menus[i].label);
    x -= width;
    drawMenu(c, actions, menus[i], {x, y}, width);
    x -= kGap;
  }
  return right - x;
}

}  // namespace tp::ui
