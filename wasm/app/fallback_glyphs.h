// Glyphs of letters that the look's fonts do not have, as the browser draws them.
#pragma once

#include "ui/base/fallback_glyphs.h"

namespace tp::wasm {

// A GlyphDrawer. The page's web/fallback_glyphs.js does it.
bool drawGlyph(const ui::GlyphWanted& wanted, ui::GlyphPicture& picture);

}  // namespace tp::wasm
