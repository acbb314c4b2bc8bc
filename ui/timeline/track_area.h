// Positions of tracks on the screen: pinned ones at the top, the others scrolling below them. All in device-independent
// pixels.
#pragma once

#include <optional>

#include "core/index/trace_index.h"
#include "ui/base/canvas.h"
#include "ui/view/context.h"
#include "ui/view/drawn_times.h"

namespace tp::ui {

// The two parts of the window's area for tracks, labels included.
struct TrackArea {
  Rect pinned;
  Rect scrolled;
};
TrackArea splitArea(const WindowState& c, const Rect& area);

// The y of a row's top on the screen.
float screenTop(const WindowState& c, const TrackArea& area, const Row& row, bool pinned);

// The row at `y` on the screen; null if there is none. Points into c.layout.
const Row* rowUnder(const WindowState& c, const TrackArea& area, float y);
// The first row of a track, and the y of its top; null if the track is not shown. Points into c.layout.
const Row* rowOf(const WindowState& c, const TrackArea& area, TrackId track, float& top);

// Where the filter of tracks hides this one, clears it and says so: the next frame shows the track. Returns whether it
// did.
bool liftFilterFrom(Context& c, TrackId track);

// The tracks of all units with rows between two heights, sorted; empty if these are all tracks. In the gap between two
// rows, `y0` is where the marking began: the tracks are those of the nearer row.
std::vector<TrackId> tracksBetween(const WindowState& c, const TraceIndex& index, const TrackArea& area, float y0,
                                   float y1);

// What is drawn over all tracks at a time has to be drawn by bands: those of rows one after another whose tracks are
// stretched alike, from top to bottom. What has no row is not stretched. Null: not stretched.
struct TrackBand {
  const Stretch* stretch = nullptr;
  float top = 0, bottom = 0;
};
std::vector<TrackBand> trackBands(const WindowState& c, const TraceIndex& index, const TrackArea& area);
// TrackKey::trace of the row at `y` on the screen; 0 if there is none.
uint32_t traceUnder(const WindowState& c, const TraceIndex& index, const TrackArea& area, float y);

// Calls `use` with the times that are in view of each band, and its part of `tracks`, the area without labels.
template <class Use>
void forBands(const WindowState& c, const TraceIndex& index, const TrackArea& area, const Rect& tracks, Use&& use) {
  if (c.joint.stretches.empty()) return use(c.view, tracks);
  for (const TrackBand& band : trackBands(c, index, area))
    use(drawnTimes(c, band.stretch), Rect{tracks.x, band.top, tracks.w, band.bottom - band.top});
}

// Calls `use` with each row in view and the y of its top.
template <class Use>
void forVisible(const WindowState& c, const TrackArea& area, bool pinned, Use&& use) {
  const std::vector<Row>& rows = pinned ? c.layout.pinned : c.layout.rows;
  const Rect& part = pinned ? area.pinned : area.scrolled;
  float above = screenTop(c, area, Row{}, pinned);
  for (size_t i = rowAt(rows, part.y - above); i < rows.size(); ++i) {
    float y = above + rows[i].y;
    if (y > part.y + part.h) break;
    use(rows[i], y);
  }
}

}  // namespace tp::ui
