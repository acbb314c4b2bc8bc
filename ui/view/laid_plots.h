// Plots of fields that lie on the track of another plot, on one scale.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/index/trace_index.h"
#include "core/link/plot_wish.h"
#include "ui/view/track_choice.h"

namespace tp::ui {

struct Context;

// Whether the track is that of a plot of a field.
bool isPlot(const TraceIndex& index, TrackId track);
// Whether a plot is drawn on the track of another one.
bool isLaid(const TraceIndex& index, const TrackChoice& choice, TrackId track);
// The track itself, and the plots that lie on it.
std::vector<TrackId> plotsOn(const TraceIndex& index, const TrackChoice& choice, TrackId track);
// All plots that are drawn on the track of another one, as links hold them.
std::vector<LaidPlot> laidPlots(const TraceIndex& index, const TrackChoice& choice);
// "sched_switch.prev_prio cpu 1"
std::string plotName(const TraceIndex& index, TrackId track);

// Height that the lines with the names of the plots on a track take, in pixels; 0 if it has one plot.
inline constexpr float kLegendLine = 15;
float legendHeight(const TraceIndex& index, const TrackChoice& choice, TrackId track);

// Lays a plot, with what lies on it, onto another one.
void layPlot(Context& c, TrackId plot, TrackId onto);
// Gives a plot a track of its own again.
void liftPlot(Context& c, TrackId plot);
// Draws the items for it in the menu of the track of a plot.
void drawPlotItems(Context& c, TrackId track);

// "plot-lay": lays the latest plot onto the one before it; "plot-lift": gives all tracks of their own. Returns false
// for other ids, and if there is nothing to do.
bool layCommand(Context& c, std::string_view id, std::span<const std::string> args);

}  // namespace tp::ui
