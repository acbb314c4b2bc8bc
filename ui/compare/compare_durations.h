// How long the calls of a function took in A and in B: both histograms over each other.
#pragma once

#include "ui/view/compared.h"

namespace tp::ui {

// Draws them into the area, on one logarithmic axis. `name`: of the function, as it is shown.
void drawComparedDurations(Context& c, const FunctionChange& one, const std::string& name,
                           const CompareAnswer::Scopes& scopes, const Rect& area);

}  // namespace tp::ui
