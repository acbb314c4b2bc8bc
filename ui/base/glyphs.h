// Prepares the glyphs of common characters. For characters that the fonts lack see ui/base/fallback_glyphs.h.
#pragma once

#include "ui/base/theme.h"

namespace tp::ui {

// ImGui rasterises a glyph when it is first needed, which would slow down the first frame of a panel. Call within a
// frame, and again after the scale has changed.
void drawGlyphs(const Fonts& fonts);

}  // namespace tp::ui
