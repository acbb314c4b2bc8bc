// The timeline as a picture file.
#pragma once

#include <vector>

#include "ui/base/svg.h"
#include "ui/view/context.h"

namespace tp::ui {

// Around the drawing of what is to be in the picture, where Requests::svgWanted asks for one.
class TimelinePicture {
 public:
  explicit TimelinePicture(Context& c);
  // What has been drawn since, as far as it lies in `area`.
  void save(const Rect& area);

 private:
  Context& c_;
  bool wanted_;
  unsigned first_ = 0;
  ImDrawListFlags flags_ = 0;
  std::vector<DrawnText> texts_;
};

}  // namespace tp::ui
