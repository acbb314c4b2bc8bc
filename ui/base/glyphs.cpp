#include "ui/base/glyphs.h"

#include <utility>

namespace tp::ui {

void drawGlyphs(const Fonts& fonts) {
  const std::pair<ImFont*, float> used[] = {
      {fonts.words, kWordSize},   {fonts.words, kHintSize}, {fonts.words, kTitleSize}, {fonts.strong, kWordSize},
      {fonts.strong, kTitleSize}, {fonts.mono, kMonoSize},  {fonts.mono, kHintSize}};
  // Characters beyond ASCII in units, durations and lists.
  constexpr ImWchar kFurther[] = {0xb5, 0xb7, 0xd7, 0x2009, 0x2026, 0x203a, 0x2192, 0x2212};
  for (const auto& [font, size] : used) {
    ImGui::PushFont(font, size);
    ImFontBaked* baked = ImGui::GetFontBaked();
    for (ImWchar letter = ' '; letter <= '~'; ++letter) baked->FindGlyph(letter);
    for (ImWchar letter : kFurther) baked->FindGlyph(letter);
    ImGui::PopFont();
  }
}

}  // namespace tp::ui
