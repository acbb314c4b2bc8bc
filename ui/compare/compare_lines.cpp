#include "ui/compare/compare_lines.h"

#include <algorithm>

#include "ui/base/tooltip.h"

namespace tp::ui {

CompareLines linesOf(const Rect& panel) {
  constexpr float kNarrow = 800, kLow = 180;
  CompareLines lines;
  if (panel.w >= kNarrow && panel.h >= kLow) return lines;
  lines = {kHintSize, 16, 16, 2, 1, true};
  return lines;
}

float drawLines(Context& c, float size, ImVec2 at, ImU32 ink, const std::string& text, float width, float line,
                size_t most) {
  const std::vector<std::string_view> lines = wrapText(c.fonts.words, size, text, width);
  const size_t shown = std::min(lines.size(), most);
  const float top = at.y;
  bool cut = false;
  for (size_t i = 0; i < shown; ++i, at.y += line) {
    const std::string_view rest = std::string_view(text).substr(static_cast<size_t>(lines[i].data() - text.data()));
    const Rect clip{at.x - 2, at.y, width + 2, line - 1};  // a glyph may begin a little left of its position
    const std::string fitting = i + 1 == most ? fitText(c.fonts.words, size, rest, width) : std::string(lines[i]);
    cut = i + 1 == most && fitting != rest;
    drawText(c, c.fonts.words, size, at, ink, fitting, &clip);
  }
  if (cut) tellWhole(c, c.fonts.words, size, text, {at.x, top, width, at.y - top});
  return at.y;
}

}  // namespace tp::ui
