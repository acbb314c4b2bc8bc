#include "ui/base/hatch.h"

#include <algorithm>
#include <cmath>

namespace tp::ui {

void drawHatch(const Canvas& canvas, const Rect& box, float left, float right) {
  constexpr float kApart = 6;
  left = std::max(left, box.x), right = std::min(right, box.x + box.w);
  if (right <= left) return;
  canvas.draw->PushClipRect({left, box.y}, {right, box.y + box.h}, true);
  const float first = std::floor(left / kApart) * kApart + std::fmod(box.x, kApart) - box.h - kApart;
  const int lines = static_cast<int>(std::ceil((right - first) / kApart));
  for (int i = 0; i < lines; ++i) {
    const float x = first + kApart * static_cast<float>(i);
    canvas.draw->AddLine({x, box.y + box.h}, {x + box.h, box.y}, canvas.theme.faint);
  }
  canvas.draw->PopClipRect();
}

}  // namespace tp::ui
