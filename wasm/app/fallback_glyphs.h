// Draws the glyphs that the page's own fonts do not have as the browser draws them.
#pragma once

#include "ui/base/fallback_glyphs.h"

namespace tp::wasm {

// A GlyphDrawer, by web/fallback_glyphs.js.
bool drawGlyph(const ui::GlyphWanted& wanted, ui::GlyphPicture& picture);

}  // namespace tp::wasm
