// The rows of tracks: which are shown, in which order, and how high each is. Lengths are device-independent pixels.
#pragma once

#include <string>
#include <vector>

#include "core/index/trace_index.h"
#include "ui/view/track_choice.h"

namespace tp::ui {

struct Row {
  TrackId track = kNoTrack;
  TrackId named = kNoTrack;  // track whose name stands beside the row; kNoTrack: it belongs to the row above
  TrackId unit = kNoTrack;   // track that it is shown, moved and hidden with: unitOf()
  float y = 0;               // from the top of its list
  float height = 0;
  float bottom = 0;  // end of the rows that belong to it: those below a heading, or those of its unit
  int indent = 0;
  int heading = -1;    // position of its heading's row; -1: none
  bool group = false;  // a heading, which can be collapsed
  bool collapsed = false;
  uint32_t idle = 0;  // as many idle threads are folded into the row, or follow it; it has no track of its own
};

struct Layout {
  std::vector<Row> rows;    // those that scroll
  std::vector<Row> pinned;  // above the others; pinned tracks are not among `rows`
  float height = 0;
  float pinnedHeight = 0;
  std::vector<bool> shown;    // by track
  std::vector<bool> folded;   // by track: within the row of idle threads; empty: none is
  std::string filterProblem;  // error in the filter's regular expression; else empty
};

// `collapsed`: headings whose tracks are left out. `complete`: everything is indexed. Tracks without marks are left
// out, but threads and CPUs only once `complete`. `idle`: idleThreads(); where tracks are sorted by activity, many of
// these are folded into one row behind the others.
Layout makeLayout(const TraceIndex& index, const std::set<TrackId>& collapsed, const TrackChoice& choice, bool complete,
                  const std::vector<bool>& idle = {});

// Returns the position of the first row that reaches below `y`; rows.size() if there is none.
size_t rowAt(const std::vector<Row>& rows, float y);

// A heading that stays visible while the rows that belong to it scroll.
struct StickyHeading {
  size_t row = 0;  // position in Layout::rows
  float y = 0;     // from the top of the visible rows; negative while the next heading pushes it out
};
// Returns them with the outermost first.
std::vector<StickyHeading> stickyHeadings(const Layout& layout, float scroll);

}  // namespace tp::ui
