// Writes what ImGui has drawn as an SVG picture: filled shapes from its draw list, texts from Canvas::texts.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

namespace tp::ui {

// A text as it was passed to drawText(); the draw list keeps only the shapes of its glyphs.
struct DrawnText {
  std::string text;
  ImVec2 at;  // top left corner
  float size = 0;
  float ascent = 0;  // of the font at this size, in pixels
  ImU32 colour = 0;
  ImVec4 clip;  // left, top, right, bottom
  bool clipped = false;
  bool mono = false, strong = false;
};

// A draw list, and the range of its indices that belong to the picture, without `last`.
struct DrawnShapes {
  const ImDrawList* list = nullptr;  // not null
  unsigned first = 0, last = 0;
};

// What becomes the picture. `texts` must not be null.
struct SvgPart {
  ImVec4 area;  // left, top, right, bottom, in the coordinates of the draw lists
  ImU32 ground = 0;
  std::vector<DrawnShapes> shapes;  // in the order in which they cover each other
  const std::vector<DrawnText>* texts = nullptr;
};

// Returns the SVG document. The shapes must have been drawn without anti-aliasing, because its fringes would become
// shapes, too.
std::string writeSvg(const SvgPart& part);

}  // namespace tp::ui
