// Colours, measures and fonts.
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "core/io/byte_source.h"
#include "core/trace/thread_state.h"
#include "ui/base/fallback_glyphs.h"

namespace tp::ui {

enum class ThemeName : uint8_t { Dark, Light, Contrast };
// Colours of slices and thread states.
enum class Palette : uint8_t { Standard, ColourBlind };
// Colours of thread states alone.
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
  // Colours of thread states, by name, and of text on them. Running, runnable and uninterruptible are "loud": vivid.
  // All other states are muted.
  ImU32 stateColour(ThreadState state) const;
  ImU32 stateInk(ThreadState state) const;
  static bool isLoudState(ThreadState state);

  // Colours of what takes less and more time in the second of two things that are compared, and of what takes as much;
  // sliceText is readable on them. Of a change, the part that comes from the number of calls and from the length of
  // each: neither is a colour of one of both things (`warn` and `accent`).
  struct Changes {
    ImU32 less = 0, none = 0, more = 0;
    ImU32 byCount = 0, byEach = 0;
  } changes;

  std::array<ImU32, 24> slices{};
  std::array<ImU32, 24> slicesFaded{};  // for slices that do not match the search
};

Theme makeTheme(ThemeName name, Palette palette = Palette::Standard, StatePalette states = StatePalette::Standard);
// Contrast ratio of two opaque colours as WCAG defines it: 1 to 21.
float contrast(ImU32 a, ImU32 b);
// Sets ImGui's colours and measures to match.
void applyTheme(const Theme& theme);

// Returns an index into Theme::slices that depends on the name only.
uint32_t hueOf(std::string_view name);

struct Fonts {
  ImFont* words = nullptr;
  ImFont* strong = nullptr;
  ImFont* mono = nullptr;
  std::shared_ptr<FallbackGlyphs> fallback;  // draws the glyphs that the other fonts lack
};
// Adds the fonts to ImGui's atlas. The bytes are not copied and must outlive the atlas; empty bytes stand for ImGui's
// default font. `drawer` draws glyphs that the fonts lack; null: they are drawn as boxes.
Fonts loadFonts(Bytes words, Bytes strong, Bytes mono, GlyphDrawer drawer = nullptr);

// All measures are device-independent pixels.
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
