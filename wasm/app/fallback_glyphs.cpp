#include "wasm/app/fallback_glyphs.h"

#include <emscripten.h>

#include <algorithm>
#include <array>

// Writes five numbers of the picture, and its pixels: four bytes each, at most GlyphPicture::kLargest squared of them.
EM_JS(int, tp_draw_glyph, (unsigned letter, float em, int strong, int mono, float* numbers, void* pixels), {
  const picture = Module.drawGlyph(letter >>> 0, em, strong, mono);
  if (!picture) return 0;
  const at = numbers >>> 2;
  HEAPF32[at] = picture.width;
  HEAPF32[at + 1] = picture.height;
  HEAPF32[at + 2] = picture.left;
  HEAPF32[at + 3] = picture.top;
  HEAPF32[at + 4] = picture.advance;
  HEAPU8.set(picture.pixels, pixels >>> 0);
  return 1;
});

namespace tp::wasm {
namespace {

// The glyph was drawn in white: what is not white has a colour of its own.
bool hasColours(const std::vector<uint8_t>& pixels) {
  constexpr uint8_t kSolid = 128, kWhite = 200;
  for (size_t i = 0; i + 3 < pixels.size(); i += 4)
    if (pixels[i + 3] > kSolid && std::min({pixels[i], pixels[i + 1], pixels[i + 2]}) < kWhite) return true;
  return false;
}

}  // namespace

bool drawGlyph(const ui::GlyphWanted& wanted, ui::GlyphPicture& picture) {
  constexpr size_t kLargest = ui::GlyphPicture::kLargest;
  std::array<float, 5> numbers{};
  picture.pixels.resize(kLargest * kLargest * 4);
  if (tp_draw_glyph(wanted.codepoint, wanted.em, wanted.strong ? 1 : 0, wanted.mono ? 1 : 0, numbers.data(),
                    picture.pixels.data()) == 0)
    return false;
  picture.width = static_cast<int>(numbers[0]);
  picture.height = static_cast<int>(numbers[1]);
  picture.left = numbers[2];
  picture.top = numbers[3];
  picture.advance = numbers[4];
  const auto size = static_cast<size_t>(std::max(0, picture.width)) * static_cast<size_t>(std::max(0, picture.height));
  picture.pixels.resize(std::min(size, kLargest * kLargest) * 4);
  picture.coloured = hasColours(picture.pixels);
  return true;
}

}  // namespace tp::wasm
