// What was drawn, as an SVG picture: filled shapes as ImGui's draw list has them, texts as they were asked for.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

namespace tp::ui {

// A text on its way to a draw list, which keeps no more of it than its letters' shapes.
struct DrawnText {
  std::string text;
  ImVec2 at;  // top left
  float size = 0;
  float ascent = 0;  // of the font at this size
  ImU32 colour = 0;
  ImVec4 clip;  // left, top, right, bottom
  bool clipped = false;
  bool mono = false, strong = false;
};

struct SvgPart {
  ImVec4 area;  // left, top, right, bottom, in the coordinates of what was drawn
  ImU32 ground = 0;
  const ImDrawList* list = nullptr;
  // Indices of the list that belong to the picture.
  unsigned first = 0, last = 0;
  const std::vector<DrawnText>* texts = nullptr;
};

// Shapes must have been drawn without anti-aliasing, whose fringes would be shapes of their own.
std::string writeSvg(const SvgPart& part);

}  // namespace tp::ui
