// The colours of each theme and palette.
#include <algorithm>
#include <cmath>

#include "core/analysis/compare/difference_boxes.h"
#include "ui/base/theme.h"

namespace tp::ui {
namespace {

constexpr float kReadable = 4.6f;  // contrast of text, a little above what WCAG asks for

ImU32 hex(uint32_t rgb, uint32_t alpha = 255) {
  return IM_COL32(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, alpha);
}

float gamma(float linear) {
  linear = std::clamp(linear, 0.0f, 1.0f);
  return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
}

// Björn Ottosson's OKLab: colours of one lightness look equally bright in all hues, unlike those of HSL.
ImU32 oklch(float lightness, float chroma, float hue) {
  float a = chroma * std::cos(hue), b = chroma * std::sin(hue);
  float l = lightness + 0.3963377774f * a + 0.2158037573f * b;
  float m = lightness - 0.1055613458f * a - 0.0638541728f * b;
  float s = lightness - 0.0894841775f * a - 1.2914855480f * b;
  l = l * l * l;
  m = m * m * m;
  s = s * s * s;
  auto channel = [](float v) { return static_cast<int>(std::lround(255 * gamma(v))); };
  return IM_COL32(channel(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s),
                  channel(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s),
                  channel(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s), 255);
}

ImU32 mix(ImU32 a, ImU32 b, float share) {
  ImVec4 from = ImGui::ColorConvertU32ToFloat4(a), to = ImGui::ColorConvertU32ToFloat4(b);
  auto blend = [share](float x, float y) { return x + (y - x) * share; };
  return ImGui::ColorConvertFloat4ToU32({blend(from.x, to.x), blend(from.y, to.y), blend(from.z, to.z), 1});
}

float luminance(ImU32 colour) {
  ImVec4 v = ImGui::ColorConvertU32ToFloat4(colour);
  auto linear = [](float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); };
  return 0.2126f * linear(v.x) + 0.7152f * linear(v.y) + 0.0722f * linear(v.z);
}

// Lightens a colour until the text is readable on it.
ImU32 under(ImU32 text, ImU32 colour) {
  for (int i = 0; i < 20 && contrast(text, colour) < kReadable; ++i) colour = mix(colour, IM_COL32_WHITE, 0.08f);
  return colour;
}

void setInks(Theme& theme) {
  switch (theme.name) {
    case ThemeName::Dark:
      theme.canvas = hex(0x0f1116), theme.panel = hex(0x151922), theme.raised = hex(0x1d222d);
      theme.line = hex(0x272d3a);
      theme.text = hex(0xe7eaf1), theme.dim = hex(0x9aa4b6), theme.faint = hex(0x7c879b);
      theme.accent = hex(0x6ea8fe), theme.accentSoft = hex(0x6ea8fe, 38);
      theme.ok = hex(0x56b886), theme.warn = hex(0xe3b04f), theme.error = hex(0xee6c6a);
      theme.sliceText = hex(0x11151c);
      break;
    case ThemeName::Light:
      theme.canvas = hex(0xffffff), theme.panel = hex(0xf5f7fa), theme.raised = hex(0xeaeef4);
      theme.line = hex(0xdde2ea);
      theme.text = hex(0x1a2130), theme.dim = hex(0x566074), theme.faint = hex(0x677185);
      theme.accent = hex(0x2468d8), theme.accentSoft = hex(0x2468d8, 38);
      theme.ok = hex(0x1f7a4d), theme.warn = hex(0x8a5d08), theme.error = hex(0xc73535);
      theme.sliceText = hex(0x141a24);
      break;
    case ThemeName::Contrast:
      theme.canvas = hex(0x000000), theme.panel = hex(0x0a0a0a), theme.raised = hex(0x1c1c1c);
      theme.line = hex(0x8a8a8a);
      theme.text = hex(0xffffff), theme.dim = hex(0xe0e0e0), theme.faint = hex(0xbdbdbd);
      theme.accent = hex(0xffd83d), theme.accentSoft = hex(0xffd83d, 70);
      theme.ok = hex(0x5cf29a), theme.warn = hex(0xffc14d), theme.error = hex(0xff8a80);
      theme.sliceText = hex(0x000000);
      break;
  }
}

void setSlices(Theme& theme, Palette palette) {
  // Masataka Okabe's and Kei Ito's colours, which can be told apart with any colour blindness, each at three
  // brightnesses.
  static constexpr uint32_t kOkabeIto[] = {0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442,
                                           0x0072b2, 0xd55e00, 0xcc79a7, 0x999999};
  bool light = theme.name == ThemeName::Light;
  for (size_t i = 0; i < theme.slices.size(); ++i) {
    if (palette == Palette::ColourBlind) {
      float paler = 0.26f * static_cast<float>(i / std::size(kOkabeIto)) + (light ? 0.15f : 0);
      theme.slices[i] = mix(hex(kOkabeIto[i % std::size(kOkabeIto)]), IM_COL32_WHITE, paler);
    } else {
      float hue = 6.2831853f * static_cast<float>(i) / static_cast<float>(theme.slices.size());
      theme.slices[i] = light                               ? oklch(0.83f, 0.095f, hue)
                        : theme.name == ThemeName::Contrast ? oklch(0.82f, 0.13f, hue)
                                                            : oklch(0.74f, 0.105f, hue);
    }
    theme.slices[i] = under(theme.sliceText, theme.slices[i]);
    theme.slicesFaded[i] = mix(theme.slices[i], theme.canvas, 0.8f);
  }
}

void setStates(Theme& theme, Palette palette, StatePalette states) {
  Theme::States& of = theme.states;
  if (states == StatePalette::Lttv) {
    // LTTV's colours of the control flow: running is green, waiting for a CPU dark yellow, waiting dark red, dead
    // purple.
    of.running = hex(0x00ff00), of.runnable = hex(0x666600), of.blocked = of.sleeping = of.stopped = hex(0x660000);
    of.dead = hex(0x660066);
    return;
  }
  bool safe = palette == Palette::ColourBlind;
  of.running = under(theme.sliceText, safe ? hex(0x56b4e9) : hex(0x56b886));
  of.runnable = under(theme.sliceText, safe ? hex(0xf0e442) : hex(0xe3b04f));
  of.blocked = under(theme.sliceText, safe ? hex(0xd55e00) : hex(0xee6c6a));
  // A thread that does nothing is drawn as faintly as a line.
  ImU32 quiet = theme.name == ThemeName::Contrast ? hex(0x3a3a3a) : theme.line;
  of.sleeping = quiet;
  of.dead = theme.faint;
  of.stopped = mix(quiet, theme.error, 0.35f);
}

void setChanges(Theme& theme) {
  const bool light = theme.name == ThemeName::Light;
  const ChangeColours& of = light ? kChangesOnLight : kChangesOnDark;
  theme.changes = {under(theme.sliceText, hex(of.less)), under(theme.sliceText, hex(of.none)),
                   under(theme.sliceText, hex(of.more)), light ? hex(0x9c4f86) : hex(0xcc79a7),
                   light ? hex(0x00795a) : hex(0x2fb894)};
}

}  // namespace

float contrast(ImU32 a, ImU32 b) {
  float x = luminance(a) + 0.05f, y = luminance(b) + 0.05f;
  return std::max(x, y) / std::min(x, y);
}

Theme makeTheme(ThemeName name, Palette palette, StatePalette states) {
  Theme theme;
  theme.name = name;
  setInks(theme);
  setSlices(theme, palette);
  setStates(theme, palette, states);
  setChanges(theme);
  return theme;
}

}  // namespace tp::ui
