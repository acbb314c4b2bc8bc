// A strip below the header that is shown if joined traces share no time, and would lie as slivers far from each other.
// It offers to align their beginnings.
#pragma once

#include <cstdint>
#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// State of the strip.
struct ToldApart {
  uint64_t opening = 0;   // Session::opening() that this is about
  bool apart = false;     // one of the traces shares no time with any other
  bool left = false;      // the user has closed the strip
  std::string name = {};  // of what is open
};

// Draws the strip at `top`; returns its height in pixels, 0 if it is not shown.
float drawApart(Context& c, float top, float width);

// Opens the traces anew, shifted so that all begin where the first one does. Returns false if they do so already, or
// can't be opened anew.
bool alignBeginnings(Context& c);

}  // namespace tp::ui
