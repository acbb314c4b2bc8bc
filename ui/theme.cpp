#include "ui/theme.h"

#include <algorithm>
#include <cmath>

namespace tp::ui {
namespace {

ImU32 hex(uint32_t rgb, uint32_t alpha = 255) {
  return IM_COL32(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, alpha);
}

float gamma(float linear) {
  linear = std::clamp(linear, 0.0f, 1.0f);
  return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
}

// Björn Ottosson's OKLab: equal steps of hue look equally bright, which HSL's do not.
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

ImFont* addFont(Bytes bytes) {
  ImGuiIO& io = ImGui::GetIO();
  if (bytes.empty()) return io.Fonts->AddFontDefault();
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  // ImGui reads the bytes only, though its parameter is not const.
  void* data = const_cast<std::byte*>(bytes.data());
  return io.Fonts->AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), kWordSize, &config);
}

}  // namespace

Theme makeTheme(ThemeName name) {
  Theme theme;
  theme.name = name;
  bool dark = name == ThemeName::Dark;
  theme.canvas = hex(dark ? 0x0f1116 : 0xffffff);
  theme.panel = hex(dark ? 0x151922 : 0xf5f7fa);
  theme.raised = hex(dark ? 0x1d222d : 0xeaeef4);
  theme.line = hex(dark ? 0x272d3a : 0xdde2ea);
  theme.text = hex(dark ? 0xe7eaf1 : 0x1a2130);
  theme.dim = hex(dark ? 0x9aa4b6 : 0x566074);
  theme.faint = hex(dark ? 0x626c80 : 0x8b95a8);
  theme.accent = hex(dark ? 0x6ea8fe : 0x2468d8);
  theme.accentSoft = hex(dark ? 0x6ea8fe : 0x2468d8, 38);
  theme.ok = hex(dark ? 0x56b886 : 0x2c8f5f);
  theme.warn = hex(dark ? 0xe3b04f : 0xb07a10);
  theme.error = hex(dark ? 0xee6c6a : 0xcf3f3d);
  theme.sliceText = hex(dark ? 0x11151c : 0x141a24);
  for (size_t i = 0; i < theme.slices.size(); ++i) {
    float hue = 6.2831853f * static_cast<float>(i) / static_cast<float>(theme.slices.size());
    theme.slices[i] = dark ? oklch(0.74f, 0.105f, hue) : oklch(0.83f, 0.095f, hue);
    theme.slicesFaded[i] = mix(theme.slices[i], theme.canvas, 0.8f);
  }
  return theme;
}

bool Theme::isLoudState(std::string_view state) {
  return state == "running" || state == "runnable" || state == "uninterruptible";
}

ImU32 Theme::stateColour(std::string_view state) const {
  if (state == "running") return ok;
  if (state == "runnable") return warn;
  if (state == "uninterruptible") return error;
  if (state == "dead") return faint;
  if (state == "stopped" || state == "traced") return mix(line, error, 0.35f);
  return line;
}

void applyTheme(const Theme& theme) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowPadding = {0, 0};
  style.WindowBorderSize = 0;
  style.FramePadding = {8, 5};
  style.FrameRounding = 4;
  style.ItemSpacing = {8, 4};
  style.CellPadding = {8, 3};
  style.ScrollbarSize = 12;
  style.ScrollbarRounding = 6;
  style.PopupRounding = 6;
  style.TabRounding = 0;
  auto set = [&style](ImGuiCol at, ImU32 colour) { style.Colors[at] = ImGui::ColorConvertU32ToFloat4(colour); };
  set(ImGuiCol_Text, theme.text);
  set(ImGuiCol_TextDisabled, theme.dim);
  set(ImGuiCol_WindowBg, theme.canvas);
  set(ImGuiCol_ChildBg, 0);
  set(ImGuiCol_PopupBg, theme.raised);
  set(ImGuiCol_Border, theme.line);
  set(ImGuiCol_FrameBg, theme.raised);
  set(ImGuiCol_FrameBgHovered, theme.line);
  set(ImGuiCol_FrameBgActive, theme.line);
  set(ImGuiCol_Button, theme.raised);
  set(ImGuiCol_ButtonHovered, theme.line);
  set(ImGuiCol_ButtonActive, theme.accentSoft);
  set(ImGuiCol_Header, theme.accentSoft);
  set(ImGuiCol_HeaderHovered, theme.raised);
  set(ImGuiCol_HeaderActive, theme.accentSoft);
  set(ImGuiCol_Separator, theme.line);
  set(ImGuiCol_ScrollbarBg, 0);
  set(ImGuiCol_ScrollbarGrab, theme.line);
  set(ImGuiCol_ScrollbarGrabHovered, theme.faint);
  set(ImGuiCol_ScrollbarGrabActive, theme.dim);
  set(ImGuiCol_TableHeaderBg, theme.panel);
  set(ImGuiCol_TableRowBg, 0);
  set(ImGuiCol_TableRowBgAlt, 0);
  set(ImGuiCol_TableBorderStrong, theme.line);
  set(ImGuiCol_TableBorderLight, theme.line);
  set(ImGuiCol_TextSelectedBg, theme.accentSoft);
  set(ImGuiCol_NavCursor, theme.accent);
  set(ImGuiCol_InputTextCursor, theme.accent);
}

uint32_t hueOf(std::string_view name) {
  uint32_t hash = 2166136261u;
  for (char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  hash ^= hash >> 15;
  return hash % 24;
}

Fonts loadFonts(Bytes words, Bytes strong, Bytes mono) {
  Fonts fonts;
  fonts.words = addFont(words);
  fonts.strong = addFont(strong);
  fonts.mono = addFont(mono);
  return fonts;
}

}  // namespace tp::ui
