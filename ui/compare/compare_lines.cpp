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
  for (size_t i = 0; i < std::min(lines.size(), most); ++i, at.y += line) {
    const bool last = i + 1 == most;
    const std::string_view rest = std::string_view(text).substr(static_cast<size_t>(lines[i].data() - text.data()));
    drawCell(c, c.fonts.words, size, at, ink, last ? rest : lines[i], {at.x, at.y, width, line - 1});
  }
  return at.y;
}

}  // namespace tp::ui
