// Does once, before a panel needs it, what would slow down its first frame.
#pragma once

#include "ui/base/canvas.h"

namespace tp::ui {

// Draws the widgets of panels - tables and lists - invisibly: a browser compiles a function when it is first called.
// Call once, within a frame and outside of all windows.
void warmUp(Canvas& c);

// Prepares the glyphs of common characters, which ImGui would rasterise when each is first needed. Call within a frame,
// and again after the scale has changed. For characters that the fonts lack see ui/base/fallback_glyphs.h.
void drawGlyphs(const Fonts& fonts);

}  // namespace tp::ui
