// The timeline, or the panel in the drawer, as an SVG file.
#pragma once

#include <vector>

#include "ui/base/svg.h"
#include "ui/view/context.h"

namespace tp::ui {

// Collects what is drawn between construction and save(), if that is wanted; otherwise does nothing.
class SvgPicture {
 public:
  // `wanted` is a member of Requests, which save() resets. `c` and `wanted` must outlive the picture.
  SvgPicture(Context& c, bool& wanted);
  // Writes what has been drawn since, in the window and in those within it, as far as it lies in `area`. `ground`: the
  // colour below all.
  void save(const Rect& area, ImU32 ground);

 private:
  Context& c_;
  bool& wanted_;
  bool collects_;
  unsigned first_ = 0;
  int windows_ = 0;  // that were within the window before
  ImDrawListFlags flags_ = 0, usual_ = 0;
  std::vector<DrawnText> texts_;
};

}  // namespace tp::ui
