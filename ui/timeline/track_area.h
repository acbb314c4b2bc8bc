// Where the tracks are on the screen: the pinned ones at the top, the others scrolling below them.
#pragma once

#include <optional>

#include "ui/view/context.h"

namespace tp::ui {

// The parts of the window's area for tracks, labels included.
struct TrackArea {
  Rect pinned;
  Rect scrolled;
};
TrackArea splitArea(const Context& c, const Rect& area);

// Where a row's top is on the screen.
float screenTop(const Context& c, const TrackArea& area, const Row& row, bool pinned);

// The row under a height on the screen; null where there is none.
const Row* rowUnder(const Context& c, const TrackArea& area, float y);
// The first row of a track, and where its top is; null while it is not shown.
const Row* rowOf(const Context& c, const TrackArea& area, TrackId track, float& top);

// The tracks of all units that rows between two heights belong to, in order; empty where that is all of them.
std::vector<TrackId> tracksBetween(const Context& c, const TrackArea& area, float y0, float y1);

// Calls `use` with each row that can be seen, and where its top is.
template <class Use>
void forVisible(const Context& c, const TrackArea& area, bool pinned, Use&& use) {
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
