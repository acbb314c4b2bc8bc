#include "native/window/system_glyphs.h"

#include <iterator>
#include <string>

#include "core/io/local_files.h"

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <imstb_truetype.h>

namespace tp::native {
namespace {

constexpr uint64_t kLargestFont = uint64_t{64} << 20;
constexpr const char* kFolder = "/usr/share/fonts/";
// The first font that has a letter draws it: fonts of many scripts, then those of East Asia, then of single scripts.
constexpr const char* kFonts[] = {"truetype/noto/NotoSans-Regular.ttf",
                                  "truetype/dejavu/DejaVuSans.ttf",
                                  "TTF/DejaVuSans.ttf",
                                  "dejavu-sans-fonts/DejaVuSans.ttf",
                                  "opentype/noto/NotoSansCJK-Regular.ttc",
                                  "noto-cjk/NotoSansCJK-Regular.ttc",
                                  "google-noto-cjk/NotoSansCJK-Regular.ttc",
                                  "google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc",
                                  "truetype/wqy/wqy-microhei.ttc",
                                  "truetype/wqy/wqy-zenhei.ttc",
                                  "truetype/droid/DroidSansFallbackFull.ttf",
                                  "truetype/noto/NotoSansArabic-Regular.ttf",
                                  "truetype/noto/NotoSansHebrew-Regular.ttf",
                                  "truetype/noto/NotoSansDevanagari-Regular.ttf",
                                  "truetype/noto/NotoSansThai-Regular.ttf",
                                  "truetype/freefont/FreeSans.ttf",
                                  "truetype/unifont/unifont.ttf"};

}  // namespace

struct SystemGlyphs::Face {
  std::vector<std::byte> bytes;
  stbtt_fontinfo info = {};
  bool known = false;
};

SystemGlyphs::SystemGlyphs() = default;
SystemGlyphs::~SystemGlyphs() = default;

SystemGlyphs::Face* SystemGlyphs::face(size_t at) {
  if (at == faces_.size()) {
    auto face = std::make_unique<Face>();
    if (auto files = openLocalFiles({std::string(kFolder) + kFonts[at]}); files && !files->empty())
      face->bytes = readAll(*files->files()[0].source, 0, files->files()[0].source->size(), kLargestFont);
    const auto* data = reinterpret_cast<const unsigned char*>(face->bytes.data());
    const int offset = face->bytes.size() > 12 ? stbtt_GetFontOffsetForIndex(data, 0) : -1;
    face->known = offset >= 0 && stbtt_InitFont(&face->info, data, offset) != 0;
    faces_.push_back(std::move(face));
  }
  return faces_[at]->known ? faces_[at].get() : nullptr;
}

bool SystemGlyphs::draw(const ui::GlyphWanted& wanted, ui::GlyphPicture& picture) {
  const auto letter = static_cast<int>(wanted.codepoint);
  for (size_t at = 0; at < std::size(kFonts); ++at) {
    Face* one = face(at);
    const int glyph = one != nullptr ? stbtt_FindGlyphIndex(&one->info, letter) : 0;
    if (glyph == 0) continue;
    const float scale = stbtt_ScaleForMappingEmToPixels(&one->info, wanted.em);
    int advance = 0, bearing = 0, left = 0, top = 0, right = 0, bottom = 0;
    stbtt_GetGlyphHMetrics(&one->info, glyph, &advance, &bearing);
    stbtt_GetGlyphBitmapBox(&one->info, glyph, scale, scale, &left, &top, &right, &bottom);
    picture.width = right - left;
    picture.height = bottom - top;
    if (picture.width > ui::GlyphPicture::kLargest || picture.height > ui::GlyphPicture::kLargest) return false;
    picture.left = static_cast<float>(left);
    picture.top = static_cast<float>(top);
    picture.advance = static_cast<float>(advance) * scale;
    if (picture.width <= 0 || picture.height <= 0) {
      picture.width = picture.height = 0;
      return true;
    }
    const size_t count = static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height);
    std::vector<unsigned char> cover(count);
    stbtt_MakeGlyphBitmap(&one->info, cover.data(), picture.width, picture.height, picture.width, scale, scale, glyph);
    picture.pixels.assign(count * 4, 255);
    for (size_t i = 0; i < count; ++i) picture.pixels[i * 4 + 3] = cover[i];
    return true;
  }
  return false;
}

}  // namespace tp::native
