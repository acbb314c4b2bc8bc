#include "ui/view/laid_plots.h"

#include <algorithm>

#include "ui/base/menu.h"
#include "ui/view/context.h"
#include "ui/view/leads.h"

namespace tp::ui {
namespace {

// The tracks of plots that have something on them, in the order of the plots.
std::vector<TrackId> shownPlots(const WindowState& c, const TraceIndex& index) {
  std::vector<TrackId> tracks;
  for (const auto& plot : c.plots.shown())
    for (TrackId track : plot->tracks())
      if (!index.lanesOf(track).empty()) tracks.push_back(track);
  return tracks;
}

}  // namespace

bool isPlot(const TraceIndex& index, TrackId track) {
  return track < index.tracks().size() && index.tracks()[track].key.label.starts_with("plot ");
}

bool isLaid(const TraceIndex& index, const TrackChoice& choice, TrackId track) {
  const auto at = choice.laid.find(track);
  // If the other one is removed, it has its own track again.
  return at != choice.laid.end() && !index.lanesOf(at->second).empty();
}

std::vector<TrackId> plotsOn(const TraceIndex& index, const TrackChoice& choice, TrackId track) {
  std::vector<TrackId> plots{track};
  for (const auto& [laid, onto] : choice.laid)
    if (onto == track && !index.lanesOf(laid).empty()) plots.push_back(laid);
  return plots;
}

std::vector<LaidPlot> laidPlots(const TraceIndex& index, const TrackChoice& choice) {
  std::vector<LaidPlot> laid;
  for (const auto& [plot, onto] : choice.laid)
    if (isLaid(index, choice, plot))
      laid.emplace_back(linkTrack(index.tracks()[plot].key), linkTrack(index.tracks()[onto].key));
  return laid;
}

std::string plotName(const TraceIndex& index, TrackId track) {
  const Track& one = index.tracks()[track];
  return one.detail.empty() ? one.name : one.name + " " + one.detail;
}

float legendHeight(const TraceIndex& index, const TrackChoice& choice, TrackId track) {
  const size_t plots = choice.laid.empty() ? 1 : plotsOn(index, choice, track).size();
  return plots > 1 ? kLegendLine * static_cast<float>(plots) : 0;
}

void layPlot(Context& c, TrackId plot, TrackId onto) {
  if (plot == onto || !isPlot(c.index(), plot) || !isPlot(c.index(), onto)) return;
  const auto below = c.choice.laid.find(onto);
  if (below != c.choice.laid.end()) onto = below->second;
  for (auto& one : c.choice.laid)
    if (one.second == plot) one.second = onto;
  c.choice.laid.erase(onto);
  if (plot != onto) c.choice.laid[plot] = onto;
  c.layoutStale = c.moreToCome = true;
}

void liftPlot(Context& c, TrackId plot) {
  c.choice.laid.erase(plot);
  c.layoutStale = c.moreToCome = true;
}

void drawPlotItems(Context& c, TrackId track) {
  if (!isPlot(c.index(), track)) return;
  const std::vector<TrackId> on = plotsOn(c.index(), c.choice, track);
  ImGui::Separator();
  for (TrackId other : shownPlots(c, c.index())) {
    const bool here = std::find(on.begin(), on.end(), other) != on.end();
    if (here || isLaid(c.index(), c.choice, other)) continue;
    if (menuItem(c, "Plot onto " + shortName(plotName(c.index(), other)))) layPlot(c, track, other);
  }
  for (size_t i = 1; i < on.size(); ++i)
    if (menuItem(c, "A track of its own for " + shortName(plotName(c.index(), on[i])))) liftPlot(c, on[i]);
}

bool layCommand(Context& c, std::string_view id, std::span<const std::string> args) {
  if (!args.empty()) return false;
  if (id == "plot-lift") {
    const bool any = !c.choice.laid.empty();
    c.choice.laid.clear();
    c.layoutStale = true;
    return any;
  }
  const std::vector<TrackId> plots = shownPlots(c, c.index());
  if (id != "plot-lay" || plots.size() < 2) return false;
  layPlot(c, plots.back(), plots[plots.size() - 2]);
  return true;
}

}  // namespace tp::ui
