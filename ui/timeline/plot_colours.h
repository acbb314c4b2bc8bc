// The colours of plots that share a track.
#pragma once

#include "ui/base/theme.h"

namespace tp::ui {

// `position`: among the plots of the track.
ImU32 colourOfPlot(const Theme& theme, size_t position);

}  // namespace tp::ui
