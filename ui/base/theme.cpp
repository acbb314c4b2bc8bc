#include "ui/base/theme.h"

#include <algorithm>
#include <cmath>

namespace tp::ui {
namespace {

ImFont* addFont(Bytes bytes) {
  ImGuiIO& io = ImGui::GetIO();
  if (bytes.empty()) return io.Fonts->AddFontDefault();
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  // ImGui only reads the bytes, though the parameter is not const.
  void* data = const_cast<std::byte*>(bytes.data());
  return io.Fonts->AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), kWordSize, &config);
}

}  // namespace

bool Theme::isLoudState(ThreadState state) {
  return state == ThreadState::Running || state == ThreadState::Runnable || state == ThreadState::Uninterruptible;
}

ImU32 Theme::stateColour(ThreadState state) const {
  switch (state) {
    case ThreadState::Running:
      return states.running;
    case ThreadState::Runnable:
      return states.runnable;
    case ThreadState::Uninterruptible:
      return states.blocked;
    case ThreadState::Stopped:
    case ThreadState::Traced:
      return states.stopped;
    case ThreadState::Dead:
      return states.dead;
    case ThreadState::Unknown:
      return raised;
    case ThreadState::Sleeping:
    case ThreadState::Parked:
    case ThreadState::Idle:
      break;
  }
  return states.sleeping;
}

// Muted on muted fills, if that is readable; else dark or white text, whichever has more contrast.
ImU32 Theme::stateInk(ThreadState state) const {
  constexpr float kReadable = 4.5f;
  ImU32 fill = stateColour(state);
  if (!isLoudState(state) && contrast(dim, fill) >= kReadable) return dim;
  return contrast(sliceText, fill) >= contrast(IM_COL32_WHITE, fill) ? sliceText : IM_COL32_WHITE;
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

Fonts loadFonts(Bytes words, Bytes strong, Bytes mono, GlyphDrawer drawer) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  Fonts fonts;
  fonts.fallback = std::make_shared<FallbackGlyphs>(atlas, std::move(drawer));
  fonts.words = addFont(words);
  FallbackGlyphs::addTo(atlas, false, false);
  fonts.strong = addFont(strong);
  FallbackGlyphs::addTo(atlas, true, false);
  fonts.mono = addFont(mono);
  FallbackGlyphs::addTo(atlas, false, true);
  return fonts;
}

}  // namespace tp::ui
