// A plot of a field as links and kept views hold it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/link/link_text.h"
#include "core/session/plot/plot.h"

namespace tp {

// The track of a plot, and that on which it is drawn.
using LaidPlot = std::pair<LinkTrack, LinkTrack>;

// Returns whether a link can hold the plot, as anybody may have written it.
bool isKeepable(const PlotSpec& spec);
// The text that a link has for it, and back, without the time that is aggregated last. What is malformed is nullopt.
std::string plotText(const PlotSpec& spec);
std::optional<PlotSpec> readPlot(std::string_view text);

std::string laidText(const LaidPlot& laid);
std::optional<LaidPlot> readLaid(std::string_view text);

}  // namespace tp
