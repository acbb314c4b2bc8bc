// The timeline as a picture file.
#pragma once

#include <vector>

#include "ui/context.h"
#include "ui/svg.h"

namespace tp::ui {

// Around the drawing of what is to be in the picture, where Context::svgWanted asks for one.
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

// Adds a text to Context::texts, which is not null; `clip` as for drawText().
void noteText(Context& c, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text, const Rect* clip);

}  // namespace tp::ui
