#include "ui/base/hatch.h"

#include <algorithm>
#include <cmath>

namespace tp::ui {
namespace {

// `direction`: 1 if the box is to the right of the edge at `x`, -1 if it is to the left.
void drawTorn(const Canvas& canvas, const Rect& box, float x, float direction) {
  const int teeth = static_cast<int>(std::ceil(box.h / 4));
  for (int i = 0; i < teeth; ++i) {
    const float y = box.y + 4 * static_cast<float>(i);
    canvas.draw->AddTriangleFilled({x, y}, {x + 3 * direction, y + 2}, {x, y + 4}, canvas.theme.canvas);
  }
}

}  // namespace

void drawTornLeft(const Canvas& canvas, const Rect& box) {
  drawTorn(canvas, box, box.x, 1);
}

void drawTornRight(const Canvas& canvas, const Rect& box) {
  drawTorn(canvas, box, box.x + box.w, -1);
}

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
