// A strip below the header, which says something about the whole trace and offers what can be done about it.
#pragma once

#include <string>

#include "ui/base/canvas.h"

namespace tp::ui {

class Strip {
 public:
  static constexpr float kHeight = 36;

  // `edge`: the colour of its left edge.
  Strip(Canvas& c, float top, float width, ImU32 edge);

  // Draws a button, from the right to the left; returns true if it was pressed.
  bool button(const char* label, float width, bool primary = false);
  // Draws the text left of the buttons: `whole` if there is room for it, else as much of `brief` as fits.
  void text(const std::string& whole, const std::string& brief);

 private:
  Canvas& c_;
  Rect area_;
  float right_;
};

}  // namespace tp::ui
