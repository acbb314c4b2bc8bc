#include "ui/timeline/compared_ranges.h"

#include <algorithm>

#include "ui/view/compared.h"
#include "ui/view/drawn_times.h"

namespace tp::ui {

void drawComparedRanges(Context& c, const Rect& strip, std::vector<std::pair<float, float>>& taken) {
  constexpr float kLetter = 12, kLine = 2;
  if (c.tab != Tab::Compare || !c.drawerOpen || c.session.phase() != Phase::Ready) return;
  const auto scopes = compared(c);
  if (!scopes || compareView(c).how.slowest) return;
  for (size_t side = 0; side < 2; ++side) {
    const ComparedScope& scope = (*scopes)[side];
    if (!scope.ranged()) continue;
    const VisibleTime view = drawnTimes(c, stretchOfTrace(c, scope.trace));
    const double from = view.toShare(scope.begin), to = view.toShare(scope.end);
    if (to < 0 || from > 1) continue;
    // The colours are those of both in the panel.
    const ImU32 ink = side == 0 ? c.theme.warn : c.theme.accent;
    const float left = strip.x + static_cast<float>(std::clamp(from, 0.0, 1.0)) * strip.w;
    const float right = strip.x + static_cast<float>(std::clamp(to, 0.0, 1.0)) * strip.w;
    const float y = strip.y + 1 + static_cast<float>(side) * (kLine + 1);
    c.draw->AddRectFilled({left, y}, {std::max(right, left + 1), y + kLine}, ink);
    float x = std::min(left + 2, strip.x + strip.w - kLetter);
    for (const auto& [first, last] : taken)
      if (x < last && x + kLetter > first) x = last + 1;
    drawText(c, c.fonts.strong, kHintSize, {x, strip.y + 7}, ink, sideName(side), &strip);
    taken.emplace_back(x - 1, x + kLetter);
  }
}

}  // namespace tp::ui
