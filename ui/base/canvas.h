// What widgets draw on: the theme, the frame's draw list, and notes that they leave while they draw.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "ui/base/focus_ring.h"
#include "ui/base/svg.h"
#include "ui/base/theme.h"

namespace tp::ui {

// In device-independent pixels, from the window's top left corner.
struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
  ImVec2 min() const { return {x, y}; }
  ImVec2 max() const { return {x + w, y + h}; }
  bool contains(ImVec2 p) const { return p.x >= x && p.x < x + w && p.y >= y && p.y < y + h; }
};

// In windows narrower than this (a phone, a strip beside other windows) only what matters most is shown. In pixels.
inline constexpr float kNarrow = 560;

// Something that can be pressed: a button, a chip, a menu item. Scripts and tests find it by its label.
struct Control {
  std::string label;
  ImVec2 middle;
  bool on = false;
  bool enabled = true;
};

struct Canvas {
  Theme theme;
  Fonts fonts;
  float scale = 1;  // pixels of the screen per device-independent pixel

  // The draw list of the ImGui window that is being built. Whoever begins a window sets it and restores it afterwards.
  ImDrawList* draw = nullptr;
  std::vector<DrawnText>* texts = nullptr;  // drawText() appends what it draws; null if texts are not collected
  bool picturing = false;                   // `texts` becomes a picture: it takes what ImGui draws by itself, too
  double seconds = 0;                       // time of the frame in seconds, from an arbitrary origin
  uint64_t frame = 0;                       // number of the frame, from 1
  std::vector<Control> controls;            // controls that the frame has drawn so far
  bool moreToCome = false;                  // the next frame will differ from this one even without input
  bool tipsHidden = false;  // a key or a row was pressed since the pointer moved: drawTip() draws nothing
  std::string hint;         // tooltip about the control under the pointer, reset in each frame

  Rect chips;    // chip() wraps lines at the right edge of this area; width 0: never
  Rect scrolls;  // area of a panel that scrolls by itself, without an ImGui window; empty: none
  // Vertical movement of a finger within `scrolls`, in pixels, downwards positive. The panel resets it when it scrolls.
  float scrolledBy = 0;

  FocusRing focus;

  // Appends ImGui's last item to `controls`, and lets Tab go to it.
  void noteControl(std::string_view label, bool on, bool enabled = true);
};

// Draws UTF-8 text with its top left corner at `at`, control characters spelled out. Nothing is drawn outside of
// `clip`; null: only the draw list's own clipping applies.
void drawText(Canvas& c, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text,
              const Rect* clip = nullptr);
// Appends a text that ImGui draws by itself to Canvas::texts, if that becomes a picture.
void noteText(Canvas& c, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text);
// Returns the width of the text as drawText() draws it, in pixels.
float textWidth(ImFont* font, float size, std::string_view text);
// Returns the text if it fits into `width`, else as much of it as fits, followed by an ellipsis.
std::string fitText(ImFont* font, float size, std::string_view text, float width);
// Returns how many bytes of a text fit on one line of a width, at least a letter if there is one. The line ends before
// a line feed or, where it is broken, before a blank.
size_t wrapAt(ImFont* font, float size, std::string_view text, float width);
// Returns the lines of a text, without the blanks and line feeds between them.
std::vector<std::string_view> wrapText(ImFont* font, float size, std::string_view text, float width);

// Distance between two lines of chips, in pixels.
inline constexpr float kChipLine = 24;
// Draws a small toggle button at `at` and advances `at` behind it. Begins a new line first if Canvas::chips has no room
// left on this one. Returns true if it was pressed.
bool chip(Canvas& c, const char* label, ImVec2& at, bool on);

// Draws a flat button; returns true if it was pressed.
bool button(Canvas& c, const char* label, ImVec2 at, ImVec2 size, bool primary = false);

}  // namespace tp::ui
