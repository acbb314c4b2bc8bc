// The view of a trace, kept while it is opened anew beside other traces or with a shift. Tracks are identified by their
// keys, because their ids depend on the order in which workers find them.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/link/view_link.h"
#include "ui/view/context.h"

namespace tp::ui {

struct KeptView {
  Time begin = 0, end = 0;  // visible
  bool moved = false;       // the user has moved the view
  std::optional<MarkedRange> range;
  std::vector<TrackId> rangeTracks;    // positions in `tracks`
  std::optional<LinkPlace> selection;  // its time is absolute
  TrackChoice choice;                  // tracks are positions in `tracks`
  std::vector<TrackId> collapsed;      // positions in `tracks`
  std::vector<TrackKey> tracks;
  Markers markers;
  std::vector<QueryTrackWish> queries;
  std::vector<DurationWish> durations;
  std::vector<PlotSpec> plots;
  std::vector<LaidPlot> laid;
  std::string search;
  float scroll = 0;
  std::vector<std::pair<uint32_t, Time>> shifts;  // TracePart::shift by TracePart::number
  std::vector<Stretch> stretches;                 // as if no trace was shifted
  uint32_t axisOf = 0;  // TracePart::number of the trace that gives the axis its zero; 0: none
};

KeptView keepView(const WindowState& c, const TraceIndex& index);
// Call when the whole trace is indexed. Returns the place of the selection, which is still to be sought; its time is
// absolute.
std::optional<LinkPlace> showKept(Context& c, const KeptView& kept);

}  // namespace tp::ui
