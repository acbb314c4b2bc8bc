// Draws the glyphs that the window's own fonts do not have from fonts of the system, at the paths that are usual for
// them.
#pragma once

#include <memory>
#include <vector>

#include "ui/base/fallback_glyphs.h"

namespace tp::native {

class SystemGlyphs {
 public:
  SystemGlyphs();
  ~SystemGlyphs();

  // A GlyphDrawer. Tries a short list of fonts in order, and reads each when it is first needed. Returns false if none
  // has the glyph, or if it is too large.
  bool draw(const ui::GlyphWanted& wanted, ui::GlyphPicture& picture);

 private:
  struct Face;
  Face* face(size_t at);

  // by place in the list, as far as they were needed; not `known` if the font is not there
  std::vector<std::unique_ptr<Face>> faces_;
};

}  // namespace tp::native
