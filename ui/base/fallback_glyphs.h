// Glyphs of letters that the look's own fonts do not have: of other scripts, signs, emoji. Whoever has further fonts
// draws them, each when it is first needed; where nobody can, it is a box with the number of the letter in it.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace tp::ui {

// The glyph of a letter in one of the look's fonts.
struct GlyphWanted {
  uint32_t codepoint = 0;  // of Unicode
  float em = 0;            // pixels of the picture
  bool strong = false;
  bool mono = false;
};

struct GlyphPicture {
  static constexpr int kLargest = 256;

  int width = 0, height = 0;    // pixels, kLargest at most; 0: nothing is to be seen of it
  float left = 0, top = 0;      // pixels from the pen on the baseline to the picture's corner; above it: negative
  float advance = 0;            // pixels to the pen of the next letter
  bool coloured = false;        // it has its own colours, else only how much it covers counts
  std::vector<uint8_t> pixels;  // RGBA, not multiplied by alpha
};

// False where there is no such letter in its fonts.
using GlyphDrawer = std::function<bool(const GlyphWanted& wanted, GlyphPicture& picture)>;

// U+65E5 as four digits in a frame, two above two; six of those beyond U+FFFF.
GlyphPicture glyphBox(const GlyphWanted& wanted);

// One atlas has one of them, as its user data.
class FallbackGlyphs {
 public:
  FallbackGlyphs(ImFontAtlas& atlas, GlyphDrawer drawer) : drawer_(std::move(drawer)) { atlas.UserData = this; }
  FallbackGlyphs(const FallbackGlyphs&) = delete;
  FallbackGlyphs& operator=(const FallbackGlyphs&) = delete;

  // Adds them to the font that was added to the atlas last. They have to outlive what is drawn with it.
  static void addTo(ImFontAtlas& atlas, bool strong, bool mono);

  // Of the glyphs that were drawn first, a few thousand at most: what tells the last picture of each from others.
  struct Drawn {
    bool boxed = false;
    uint64_t hash = 0;
  };
  const std::map<uint32_t, Drawn>& drawn() const { return drawn_; }

  // The glyph of a letter, or its box.
  GlyphPicture pictureOf(const GlyphWanted& wanted);

 private:
  GlyphDrawer drawer_;
  std::map<uint32_t, Drawn> drawn_;
};

}  // namespace tp::ui
