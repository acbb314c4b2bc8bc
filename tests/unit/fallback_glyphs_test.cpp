// Glyphs of letters that the look's fonts do not have: each is asked for, drawn as it was supplied, or as a box with
// its number.
#include "ui/base/fallback_glyphs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/support/headless_window.h"
#include "tests/support/uftrace_folder.h"
#include "ui/view/context.h"

namespace tp {
namespace {

// Chinese, Japanese, Korean, Cyrillic, Greek, Arabic, Hebrew, and a sign beyond the first plane.
const std::vector<std::string> kNames = {"main",         "\u6f22\u5b57", "\u304b\u306a",       "\ud55c\uad6d\uc5b4",
                                         "\u041f\u0440", "\u03b1\u03b2", "\u0639\u0631\u0628", "\u05e9\u05dc",
                                         "\U0001f600"};
const std::set<uint32_t> kLetters = {0x6f22, 0x5b57, 0x304b, 0x306a, 0xd55c, 0xad6d, 0xc5b4, 0x41f,  0x440,
                                     0x3b1,  0x3b2,  0x639,  0x631,  0x628,  0x5e9,  0x5dc,  0x1f600};

FileSet trace() {
  std::string task;
  uint64_t time = 3000000000;
  test::putUftraceCall(task, time, false, 0, 0);
  for (uint32_t i = 1; i < kNames.size(); ++i) {
    test::putUftraceCall(task, time += 1000, false, 1, i);
    test::putUftraceCall(task, time += 1000, true, 1, i);
  }
  test::putUftraceCall(task, time, true, 0, 0);
  return test::uftraceFolder(kNames, {task});
}

std::set<uint32_t> keysOf(const std::map<uint32_t, ui::FallbackGlyphs::Drawn>& drawn) {
  std::set<uint32_t> keys;
  for (const auto& [letter, one] : drawn) keys.insert(letter);
  return keys;
}

TEST(FallbackGlyphs, AreAskedForAndDrawnAsTheyAreSupplied) {
  constexpr float kAdvance = 9;
  std::set<uint32_t> asked;
  auto draw = [&](const ui::GlyphWanted& wanted, ui::GlyphPicture& picture) {
    asked.insert(wanted.codepoint);
    EXPECT_GT(wanted.em, 5);
    picture.width = 7;
    picture.height = 8;
    picture.left = 1;
    picture.top = -8;
    picture.advance = kAdvance;
    picture.pixels.assign(7 * 8 * 4, static_cast<uint8_t>(wanted.codepoint));
    return true;
  };
  test::HeadlessWindow window(trace(), draw);
  window.app().command("tab", std::vector<std::string>{"functions"});
  window.settle(0.1f);
  EXPECT_TRUE(std::includes(asked.begin(), asked.end(), kLetters.begin(), kLetters.end()));
  const ui::Fonts& fonts = window.app().context().fonts;
  EXPECT_EQ(keysOf(fonts.fallback->drawn()), asked);
  ImFontBaked* baked = fonts.mono->GetFontBaked(ui::kMonoSize);
  const ImFontGlyph* fallback = baked->FindGlyph(0xfffd);
  for (uint32_t letter : kLetters) {
    EXPECT_FALSE(fonts.fallback->drawn().at(letter).boxed);
    ASSERT_TRUE(baked->IsGlyphLoaded(letter)) << letter << " was not drawn";
    const ImFontGlyph* glyph = baked->FindGlyph(letter);
    EXPECT_NE(glyph, fallback);
    EXPECT_EQ(glyph->Codepoint, letter);
    EXPECT_FLOAT_EQ(glyph->AdvanceX, kAdvance);
    EXPECT_FLOAT_EQ(glyph->X1 - glyph->X0, 7);
    EXPECT_FLOAT_EQ(glyph->Y1 - glyph->Y0, 8);
  }
}

TEST(FallbackGlyphs, AreBoxesWithTheirNumbersWhereNobodyHasThem) {
  test::HeadlessWindow window(trace());
  window.app().command("tab", std::vector<std::string>{"functions"});
  window.settle(0.1f);
  const auto& drawn = window.app().context().fonts.fallback->drawn();
  const std::set<uint32_t> letters = keysOf(drawn);
  EXPECT_TRUE(std::includes(letters.begin(), letters.end(), kLetters.begin(), kLetters.end()));
  std::set<uint64_t> pictures;
  for (const auto& [letter, one] : drawn) {
    EXPECT_TRUE(one.boxed);
    pictures.insert(one.hash);
  }
  EXPECT_EQ(pictures.size(), letters.size()) << "each is another picture";
}

// The digits of U+0017: a frame, and in it the strokes of 0, 0, 1 and 7.
TEST(FallbackGlyphs, BoxesCanBeRead) {
  const ui::GlyphPicture box = ui::glyphBox({0x17, 11, false, false});
  std::string text;
  for (int y = 0; y < box.height; ++y) {
    for (int x = 0; x < box.width; ++x)
      text +=
          box.pixels[(static_cast<size_t>(y) * static_cast<size_t>(box.width) + static_cast<size_t>(x)) * 4 + 3] != 0
              ? '#'
              : '.';
    text += '\n';
  }
  EXPECT_EQ(text,
            "###########\n"
            "#.........#\n"
            "#.###.###.#\n"
            "#.#.#.#.#.#\n"
            "#.#.#.#.#.#\n"
            "#.#.#.#.#.#\n"
            "#.###.###.#\n"
            "#.........#\n"
            "#..#..###.#\n"
            "#.##....#.#\n"
            "#..#....#.#\n"
            "#..#...#..#\n"
            "#.###..#..#\n"
            "#.........#\n"
            "###########\n");
}

// A trace may hold each letter that there is: pictures take so much, and no more.
TEST(FallbackGlyphs, TakeNoMoreThanTheirRoom) {
  test::HeadlessWindow window(trace());
  const ui::Fonts& fonts = window.app().context().fonts;
  ImFontBaked* baked = fonts.mono->GetFontBaked(ui::kMonoSize);
  const ImFontGlyph fallback = *baked->FindGlyph(0xfffd);
  size_t drawn = 0;
  for (ImWchar letter = 0x4e00; letter < 0x4e00 + 30000; ++letter)
    drawn += baked->FindGlyph(letter)->Codepoint == letter ? 1 : 0;
  EXPECT_GT(drawn, 3000u);
  EXPECT_LT(drawn, 10000u);
  EXPECT_EQ(baked->FindGlyph(0x4e00 + 29999)->Codepoint, fallback.Codepoint);
  window.frame(0.1f);
  const ImTextureData* texture = ImGui::GetIO().Fonts->TexData;
  EXPECT_LE(texture->Width * texture->Height, 4096 * 4096);
}

// What makes no sense is not drawn.
TEST(FallbackGlyphs, DoNotTrustWhoDrawsThem) {
  auto draw = [](const ui::GlyphWanted&, ui::GlyphPicture& picture) {
    picture.width = 5000;
    picture.height = 2;
    picture.pixels.resize(8);
    return true;
  };
  test::HeadlessWindow window(trace(), draw);
  window.app().command("tab", std::vector<std::string>{"functions"});
  window.settle(0.1f);
  for (const auto& [letter, one] : window.app().context().fonts.fallback->drawn()) EXPECT_TRUE(one.boxed);
}

}  // namespace
}  // namespace tp
