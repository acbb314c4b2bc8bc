// Writes a differential flame graph as an SVG picture, in the colours of a light or a dark page, as the viewer has it.
#pragma once

#include <string>

#include "core/analysis/compare/difference_boxes.h"

namespace tp {

struct DifferencePicture {
  DifferenceWidth widthOf = kUsualWidth;
  DifferenceColour colour;
  uint32_t top = 0;    // the stack that fills the width; 0: all
  float width = 1200;  // in pixels
  bool headed = true;  // the sums of both sides are above the legend
};

// Returns an SVG document. Each box has a <title>, which viewers show as a tooltip.
std::string comparisonSvg(const StackComparison& compared, const DifferencePicture& picture = {});

}  // namespace tp
