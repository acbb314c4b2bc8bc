// Colours, measures and fonts: the look, in one place.
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "core/io/byte_source.h"
#include "ui/base/fallback_glyphs.h"

namespace tp::ui {

enum class ThemeName : uint8_t { Dark, Light, Contrast };
// Of slices and of the states of threads.
enum class Palette : uint8_t { Standard, ColourBlind };
// Of the states of threads alone.
enum class StatePalette : uint8_t { Standard, Lttv };

struct Theme {
  ThemeName name = ThemeName::Dark;
  ImU32 canvas = 0, panel = 0, raised = 0, line = 0;
  ImU32 text = 0, dim = 0, faint = 0;
  ImU32 accent = 0, accentSoft = 0;
  ImU32 ok = 0, warn = 0, error = 0;
  ImU32 sliceText = 0;
  struct States {
    ImU32 running = 0, runnable = 0, blocked = 0, sleeping = 0, dead = 0, stopped = 0;
  } states;
  // Of a thread: what it does is loud, that it waits for something is quiet.
  ImU32 stateColour(std::string_view state) const;
  ImU32 stateInk(std::string_view state) const;
  static bool isLoudState(std::string_view state);

  std::array<ImU32, 24> slices{};
  std::array<ImU32, 24> slicesFaded{};  // what does not match a search
};

Theme makeTheme(ThemeName name, Palette palette = Palette::Standard, StatePalette states = StatePalette::Standard);
// How well text can be read on what lies under it, as WCAG counts: 1 to 21. Both are opaque.
float contrast(ImU32 a, ImU32 b);
// Sets ImGui's own colours and measures to match.
void applyTheme(const Theme& theme);

// A stable place in Theme::slices for a name.
uint32_t hueOf(std::string_view name);

struct Fonts {
  ImFont* words = nullptr;
  ImFont* strong = nullptr;
  ImFont* mono = nullptr;
  std::shared_ptr<FallbackGlyphs> fallback;  // of letters that none of these has
};
// Adds the fonts to ImGui's atlas; the bytes stay the caller's and must outlive it. Empty bytes: ImGui's own font.
// `drawer`: of the glyphs that they do not have; null: those are boxes.
Fonts loadFonts(Bytes words, Bytes strong, Bytes mono, GlyphDrawer drawer = nullptr);

inline constexpr float kWordSize = 13;
inline constexpr float kHintSize = 11;
inline constexpr float kTitleSize = 15;
inline constexpr float kMonoSize = 12;

inline constexpr float kHeaderHeight = 44;
inline constexpr float kOverviewHeight = 30;
inline constexpr float kAxisHeight = 26;
inline constexpr float kGroupHeight = 22;
inline constexpr float kCpuHeight = 20;
inline constexpr float kCpuGap = 4;
inline constexpr float kCallHeight = 17;
inline constexpr float kEventHeight = 12;
inline constexpr float kCounterHeight = 36;
inline constexpr float kFooterHeight = 24;

}  // namespace tp::ui
