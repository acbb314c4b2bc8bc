// Glyphs that the program's own fonts lack: other scripts, signs, emoji. A GlyphDrawer of the platform draws each when
// it is first needed; if it can't, the glyph is a box with the code point in it.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace tp::ui {

// A glyph to be drawn in one of the program's fonts.
struct GlyphWanted {
  uint32_t codepoint = 0;  // Unicode code point
  float em = 0;            // size of the em in pixels of the picture
  bool strong = false;
  bool mono = false;
};

struct GlyphPicture {
  static constexpr int kLargest = 256;

  int width = 0, height = 0;  // pixels, at most kLargest; 0: the glyph is blank
  // Pixels from the pen position on the baseline to the top left corner; negative: left of it, above it.
  float left = 0, top = 0;
  float advance = 0;            // pixels to the pen position of the next glyph
  bool coloured = false;        // the colours count; otherwise only the alpha channel
  std::vector<uint8_t> pixels;  // RGBA, not premultiplied
};

// Returns false if none of the platform's fonts has the glyph.
using GlyphDrawer = std::function<bool(const GlyphWanted& wanted, GlyphPicture& picture)>;

// Returns the box for a code point: its hexadecimal digits in a frame, in two rows; four digits, or six beyond U+FFFF.
GlyphPicture glyphBox(const GlyphWanted& wanted);

// Serves glyphs for one font atlas, which refers to it by its UserData.
class FallbackGlyphs {
 public:
  FallbackGlyphs(ImFontAtlas& atlas, GlyphDrawer drawer) : drawer_(std::move(drawer)) { atlas.UserData = this; }
  FallbackGlyphs(const FallbackGlyphs&) = delete;
  FallbackGlyphs& operator=(const FallbackGlyphs&) = delete;

  // Adds the fallback to the font that was added to `atlas` last. The FallbackGlyphs object must outlive all drawing
  // with it.
  static void addTo(ImFontAtlas& atlas, bool strong, bool mono);

  // For up to 4096 code points, the first that were drawn: whether the last picture is a box, and its hash.
  struct Drawn {
    bool boxed = false;
    uint64_t hash = 0;
  };
  const std::map<uint32_t, Drawn>& drawn() const { return drawn_; }

  // Returns the picture of a glyph, or its box if the drawer can't draw it or returned something invalid.
  GlyphPicture pictureOf(const GlyphWanted& wanted);

 private:
  GlyphDrawer drawer_;
  std::map<uint32_t, Drawn> drawn_;
};

}  // namespace tp::ui
