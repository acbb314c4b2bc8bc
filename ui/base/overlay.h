// A box over everything else, which takes the pointer as long as it exists.
#pragma once

#include "ui/base/canvas.h"

namespace tp::ui {

class Overlay {
 public:
  // Canvas::draw is the overlay's draw list until destruction. `c` must outlive the overlay.
  Overlay(Canvas& c, const char* name, const Rect& box);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  // Returns whether the mouse button went down outside of the box in this frame.
  bool pressedOutside() const;

 private:
  Canvas& c_;
  ImDrawList* outer_;
  Rect box_;
};

// Draws a key cap with its right edge at `right`; returns where the next one to its left ends. Draws nothing if `keys`
// is empty, and returns `right`.
float drawKeyCaps(Canvas& c, float right, float y, std::string_view keys);

}  // namespace tp::ui
