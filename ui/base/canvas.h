// What the widgets of a window draw on: its look, the frame's draw list, and what they note while they draw.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "ui/base/svg.h"
#include "ui/base/theme.h"

namespace tp::ui {

// Device-independent pixels, from the window's top left.
struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
  ImVec2 min() const { return {x, y}; }
  ImVec2 max() const { return {x + w, y + h}; }
  bool contains(ImVec2 p) const { return p.x >= x && p.x < x + w && p.y >= y && p.y < y + h; }
};

// A narrower window is a phone's, or a strip beside others: what matters most has the room.
inline constexpr float kNarrow = 560;

// What can be pressed: a button, a chip, an item of a menu.
struct Control {
  std::string label;
  ImVec2 middle;
  bool on = false;
  bool enabled = true;
};

struct Canvas {
  Theme theme;
  Fonts fonts;
  float scale = 1;  // pixels of the screen by device-independent pixel

  // The draw list of the ImGui window that is being built; whoever begins a window sets it, and sets it back.
  ImDrawList* draw = nullptr;
  std::vector<DrawnText>* texts = nullptr;  // drawText() adds what it draws; null: nobody wants to know
  double seconds = 0;                       // when the frame began, from any beginning
  uint64_t frame = 0;                       // counts frames
  std::vector<Control> controls;            // those that the frame has drawn
  bool moreToCome = false;                  // the next frame will differ from this one without input
  std::string hint;                         // about the button under the pointer

  Rect chips;            // chip() begins a new line at its right edge; no width: never
  Rect scrolls;          // what scrolls by itself in the panel at hand, and is no window of ImGui's
  float scrolledBy = 0;  // a finger, there

  // Adds ImGui's last item to `controls`.
  void noteControl(std::string_view label, bool on, bool enabled = true);
};

// Draws UTF-8 text, its top left at `at`. Control characters are spelled out. `clip`: nothing is drawn outside of it;
// null: the draw list's own clip alone.
void drawText(Canvas& c, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text,
              const Rect* clip = nullptr);
// The width of the text as drawText() draws it.
float textWidth(ImFont* font, float size, std::string_view text);
// As much of the text as fits into `width`, with an ellipsis where that is not all.
std::string fitText(ImFont* font, float size, std::string_view text, float width);

// A small switch in a panel's head, at `at`; true when it was pressed. `at` moves behind it. Where Canvas::chips has
// no room for it on the line, it begins the next one.
inline constexpr float kChipLine = 24;
bool chip(Canvas& c, const char* label, ImVec2& at, bool on);

// A flat button; true when it was pressed.
bool button(Canvas& c, const char* label, ImVec2 at, ImVec2 size, bool primary = false);

}  // namespace tp::ui
