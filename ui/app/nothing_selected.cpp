// What the panel of the selection shows while nothing is selected: the most important keys.
#include "ui/app/actions.h"
#include "ui/app/states.h"

namespace tp::ui {

void drawNothingSelected(Context& c, const Rect& panel) {
  constexpr float kKeys = 150, kRow = 22, kEdge = 14;
  float y = panel.y + 12;
  drawText(c, c.fonts.words, kWordSize, {panel.x + kEdge, y}, c.theme.dim,
           "Nothing selected. Click a slice to see its times and arguments.");
  auto keys = [&c](const char* id) { return keysText(*findAction(id), c.keyNames, " "); };
  const std::pair<std::string, std::string> lines[] = {
      {keys("zoom-in") + " " + keys("zoom-out") + "  " + keys("pan-left") + " " + keys("pan-right"),
       "zoom and move; or drag, and wheel with Ctrl"},
      {"click, \u2190 \u2192 \u2191 \u2193", "select a slice, then walk from it"},
      {keys("palette"), "find anything else by its name"}};
  y += 32;
  for (const auto& [key, meaning] : lines) {
    drawText(c, c.fonts.mono, kMonoSize, {panel.x + kEdge, y + 0.5f}, c.theme.accent, key);
    drawText(c, c.fonts.words, kWordSize, {panel.x + kEdge + kKeys, y - 0.5f}, c.theme.dim, meaning);
    y += kRow;
  }
}

}  // namespace tp::ui
