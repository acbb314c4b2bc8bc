// Writes a comparison as a report: one HTML file that needs nothing else, and runs nothing.
#pragma once

#include <string>

#include "core/analysis/compare/function_changes.h"
#include "core/export/compare_stacks_svg.h"

namespace tp {

// Returns the page: what both sides are and what they do not tell, the functions that changed, and a differential flame
// graph. Both comparisons must be of the same sides. It has the colours of a light or a dark page, as the viewer has
// it.
std::string comparisonHtml(const FunctionComparison& functions, const StackComparison& stacks,
                           const DifferencePicture& picture = {});

}  // namespace tp
