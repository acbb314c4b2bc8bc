#include "ui/timeline/plot_colours.h"

#include <iterator>

namespace tp::ui {
namespace {

// Positions in Theme::slices that are far apart from each other.
constexpr size_t kColours[] = {16, 3, 9, 21, 12, 6};

}  // namespace

// Slices of the light theme are paler than what is drawn so small should be.
ImU32 colourOfPlot(const Theme& theme, size_t position) {
  const ImU32 ink = theme.slices[kColours[position % std::size(kColours)]];
  if (theme.name != ThemeName::Light) return ink;
  constexpr float kDarker = 0.62f;
  const ImVec4 parts = ImGui::ColorConvertU32ToFloat4(ink);
  return ImGui::ColorConvertFloat4ToU32({parts.x * kDarker, parts.y * kDarker, parts.z * kDarker, 1});
}

}  // namespace tp::ui
