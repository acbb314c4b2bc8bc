#include "ui/base/fallback_glyphs.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tp::ui {
namespace {

// Bound for the pictures of a font in one size: 8 MB as a texture. A trace may contain every character of Unicode.
constexpr size_t kMaxPixels = size_t{1} << 21;
// Each glyph counts for so many pixels in addition to its picture, because it takes entries in tables, too.
constexpr size_t kLeastPixels = 256;
constexpr size_t kMaxTold = 4096;
// ImGui's size of a font is the height from ascender to descender. This is the em's share of it, so that these glyphs
// are as large as those beside them.
constexpr float kEmOfHeight = 0.84f;

// Rows of hexadecimal digits, three pixels wide and five high, in fifteen bits; the highest bit is the first pixel.
constexpr uint16_t kDigits[16] = {0x7b6f, 0x2c97, 0x73e7, 0x73cf, 0x5bc9, 0x79cf, 0x79ef, 0x7252,
                                  0x7bef, 0x7bcf, 0x2bed, 0x6bae, 0x3923, 0x6b6e, 0x79a7, 0x79a4};
// Bits of ImFontConfig::FontLoaderFlags.
constexpr unsigned kStrong = 1, kMono = 2;
constexpr int kDigitWidth = 3, kDigitHeight = 5;

bool isOurs(ImWchar letter) {
  // The replacement character, which stands for invalid text, has a glyph in every font.
  constexpr ImWchar kFirst = 0xa0, kReplacement = 0xfffd;
  return letter >= kFirst && letter != kReplacement;
}

uint64_t hashOf(const GlyphPicture& picture) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (uint8_t byte : picture.pixels) hash = (hash ^ byte) * 0x100000001b3u;
  return hash;
}

bool makesSense(const GlyphPicture& picture) {
  return picture.width >= 0 && picture.height >= 0 && picture.width <= GlyphPicture::kLargest &&
         picture.height <= GlyphPicture::kLargest && std::isfinite(picture.left) && std::isfinite(picture.top) &&
         std::isfinite(picture.advance) &&
         picture.pixels.size() == static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height) * 4;
}

// ImFontLoader::FontBakedLoadGlyph: sets `advance` if that is not null, else `glyph`. Returns false if the glyph is not
// one of these, or there is no room for further ones.
bool loadGlyph(ImFontAtlas* atlas, ImFontConfig* source, ImFontBaked* baked, void* room, ImWchar letter,
               ImFontGlyph* glyph, float* advance) {
  auto* glyphs = static_cast<FallbackGlyphs*>(atlas->UserData);
  size_t& taken = *static_cast<size_t*>(room);
  if (glyphs == nullptr || !isOurs(letter) || taken >= kMaxPixels) return false;
  const float density = source->RasterizerDensity * baked->RasterizerDensity;
  const float em = std::clamp(baked->Size * density * kEmOfHeight, 1.0f, GlyphPicture::kLargest / 2.0f);
  const GlyphPicture picture =
      glyphs->pictureOf({letter, em, (source->FontLoaderFlags & kStrong) != 0, (source->FontLoaderFlags & kMono) != 0});
  // A font may be larger than pictures can be.
  const float scale = baked->Size * kEmOfHeight / em;
  if (advance != nullptr) {
    *advance = picture.advance * scale;
    return true;
  }
  glyph->Codepoint = letter;
  glyph->AdvanceX = picture.advance * scale;
  taken += kLeastPixels;
  if (picture.width == 0 || picture.height == 0) return true;
  const ImFontAtlasRectId place = ImFontAtlasPackAddRect(atlas, picture.width, picture.height);
  if (place == ImFontAtlasRectId_Invalid) return false;
  taken += static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height);
  ImTextureRect* rect = ImFontAtlasPackGetRect(atlas, place);
  const float baseline = std::round(baked->Ascent);
  glyph->X0 = picture.left * scale;
  glyph->Y0 = baseline + picture.top * scale;
  glyph->X1 = glyph->X0 + static_cast<float>(picture.width) * scale;
  glyph->Y1 = glyph->Y0 + static_cast<float>(picture.height) * scale;
  glyph->Visible = true;
  glyph->Colored = picture.coloured;
  glyph->PackId = place;
  std::vector<uint8_t> pixels = picture.pixels;
  if (!picture.coloured)
    for (size_t i = 0; i < pixels.size(); ++i)
      if (i % 4 != 3) pixels[i] = 255;
  ImFontAtlasBakedSetFontGlyphBitmap(atlas, baked, source, glyph, rect, pixels.data(), ImTextureFormat_RGBA32,
                                     picture.width * 4);
  return true;
}

}  // namespace

GlyphPicture glyphBox(const GlyphWanted& wanted) {
  char digits[12];
  const int count = wanted.codepoint > 0xffff ? 6 : 4;
  std::snprintf(digits, sizeof digits, "%0*X", count, wanted.codepoint & 0x1fffffu);
  const int columns = count / 2;
  // Pixels for each dot of the digits, so that the box is about as high as the em.
  const int unit = std::clamp(static_cast<int>(wanted.em / 13), 1, 16);
  GlyphPicture box;
  const int across = 3 + columns * (kDigitWidth + 1), down = 3 + 2 * (kDigitHeight + 1);
  box.width = across * unit;
  box.height = down * unit;
  box.left = static_cast<float>(unit);
  box.top = static_cast<float>(-box.height + 2 * unit);
  box.advance = static_cast<float>(box.width + 2 * unit);
  box.pixels.assign(static_cast<size_t>(box.width) * static_cast<size_t>(box.height) * 4, 0);
  auto dot = [&](int column, int row) {
    for (int y = row * unit; y < (row + 1) * unit; ++y)
      for (int x = column * unit; x < (column + 1) * unit; ++x)
        for (int channel = 0; channel < 4; ++channel)
          box.pixels[(static_cast<size_t>(y) * static_cast<size_t>(box.width) + static_cast<size_t>(x)) * 4 +
                     static_cast<size_t>(channel)] = 255;
  };
  for (int column = 0; column < across; ++column) {
    dot(column, 0);
    dot(column, down - 1);
  }
  for (int row = 0; row < down; ++row) {
    dot(0, row);
    dot(across - 1, row);
  }
  for (int i = 0; i < count; ++i) {
    const char digit = digits[i];
    const uint16_t rows = kDigits[digit <= '9' ? digit - '0' : digit - 'A' + 10];
    const int left = 2 + i % columns * (kDigitWidth + 1), top = 2 + i / columns * (kDigitHeight + 1);
    for (int bit = 0; bit < kDigitWidth * kDigitHeight; ++bit)
      if ((rows >> (kDigitWidth * kDigitHeight - 1 - bit) & 1) != 0)
        dot(left + bit % kDigitWidth, top + bit / kDigitWidth);
  }
  return box;
}

GlyphPicture FallbackGlyphs::pictureOf(const GlyphWanted& wanted) {
  GlyphPicture picture;
  const bool found = drawer_ && drawer_(wanted, picture) && makesSense(picture);
  if (!found) picture = glyphBox(wanted);
  if (drawn_.size() < kMaxTold || drawn_.count(wanted.codepoint) > 0)
    drawn_[wanted.codepoint] = {!found, hashOf(picture)};
  return picture;
}

void FallbackGlyphs::addTo(ImFontAtlas& atlas, bool strong, bool mono) {
  static const ImFontLoader kLoader = [] {
    ImFontLoader loader;
    loader.Name = "further glyphs";
    loader.FontSrcContainsGlyph = [](ImFontAtlas*, ImFontConfig*, ImWchar letter) { return isOurs(letter); };
    loader.FontBakedInit = [](ImFontAtlas*, ImFontConfig*, ImFontBaked*, void* taken) {
      *static_cast<size_t*>(taken) = 0;
      return true;
    };
    loader.FontBakedLoadGlyph = loadGlyph;
    loader.FontBakedSrcLoaderDataSize = sizeof(size_t);
    return loader;
  }();
  ImFontConfig config;
  config.MergeMode = true;
  config.FontLoader = &kLoader;
  config.FontLoaderFlags = (strong ? kStrong : 0u) | (mono ? kMono : 0u);
  atlas.AddFont(&config);
}

}  // namespace tp::ui
