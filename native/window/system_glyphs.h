// Glyphs of letters that the look's fonts do not have, out of the fonts that systems have where they usually have them.
#pragma once

#include <memory>
#include <vector>

#include "ui/base/fallback_glyphs.h"

namespace tp::native {

class SystemGlyphs {
 public:
  SystemGlyphs();
  ~SystemGlyphs();

  // A GlyphDrawer. Reads a font when it is first needed, of all at most a few.
  bool draw(const ui::GlyphWanted& wanted, ui::GlyphPicture& picture);

 private:
  struct Face;
  Face* face(size_t at);

  std::vector<std::unique_ptr<Face>> faces_;  // as far as they have been needed; a face of none: it is not there
};

}  // namespace tp::native
