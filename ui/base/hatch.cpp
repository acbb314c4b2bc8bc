#include "ui/base/hatch.h"

#include <algorithm>
#include <cmath>

namespace tp::ui {

void drawHatch(const Canvas& canvas, const Rect& box, float left, float right) {
  constexpr float kApart = 6;
  left = std::max(left, box.x), right = std::min(right, box.x + box.w);
  if (right <= left) return;
  canvas.draw->PushClipRect({left, box.y}, {right, box.y + box.h}, true);
  const float offset = std::fmod(box.x, kApart);
  for (float x = std::floor(left / kApart) * kApart + offset - box.h - kApart; x < right; x += kApart)
    canvas.draw->AddLine({x, box.y + box.h}, {x + box.h, box.y}, canvas.theme.faint);
  canvas.draw->PopClipRect();
}

}  // namespace tp::ui
