// Glyphs of the letters that are common, before anybody waits for them. Of letters that the fonts do not have:
// ui/base/fallback_glyphs.h.
#pragma once

#include "ui/base/theme.h"

namespace tp::ui {

// ImGui draws a glyph when it is first needed, which the first frame of a panel would take the time for.
// Within a frame; again where the scale has changed.
void drawGlyphs(const Fonts& fonts);

}  // namespace tp::ui
