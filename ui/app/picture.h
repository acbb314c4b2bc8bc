// The timeline as an SVG file.
#pragma once

#include <vector>

#include "ui/base/svg.h"
#include "ui/view/context.h"

namespace tp::ui {

// Collects what is drawn between construction and save(), if Requests::svgWanted is set; otherwise does nothing. `c`
// must outlive it.
class TimelinePicture {
 public:
  explicit TimelinePicture(Context& c);
  // Writes what has been drawn since, as far as it lies in `area`.
  void save(const Rect& area);

 private:
  Context& c_;
  bool wanted_;
  unsigned first_ = 0;
  ImDrawListFlags flags_ = 0;
  std::vector<DrawnText> texts_;
};

}  // namespace tp::ui
