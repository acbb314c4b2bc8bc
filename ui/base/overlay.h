// A box over everything else, which takes the pointer as long as it is there.
#pragma once

#include "ui/base/canvas.h"

namespace tp::ui {

class Overlay {
 public:
  // Between construction and destruction, Canvas::draw is the overlay's.
  Overlay(Canvas& c, const char* name, const Rect& box);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  // The pointer went down beside the box.
  bool left() const;

 private:
  Canvas& c_;
  ImDrawList* outer_;
  Rect box_;
};

// Keys drawn as the caps of a keyboard, their right end at `right`; returns the left end.
float drawKeyCaps(Canvas& c, float right, float y, std::string_view keys);

}  // namespace tp::ui
