// Which tracks are shown, one below the other, and how high each is.
#pragma once

#include <string>
#include <vector>

#include "core/index/trace_index.h"
#include "ui/view/track_choice.h"

namespace tp::ui {

struct Row {
  TrackId track = kNoTrack;
  TrackId named = kNoTrack;  // whose name stands beside the row; none where the row belongs to the one above
  TrackId unit = kNoTrack;   // what it is shown, moved and hidden with
  float y = 0;               // from the top of its list
  float height = 0;
  float bottom = 0;  // where what belongs to it ends: rows below a heading, the other rows of its unit
  int indent = 0;
  int heading = -1;    // position of the row of the heading that it stands under; none: -1
  bool group = false;  // a heading that can be collapsed
  bool collapsed = false;
};

struct Layout {
  std::vector<Row> rows;    // that scroll
  std::vector<Row> pinned;  // above them; what is pinned is not among the others
  float height = 0;
  float pinnedHeight = 0;
  std::vector<bool> shown;    // by track
  std::string filterProblem;  // what is wrong with the regular expression
};

// `collapsed`: headings. Tracks without anything on them are left out once `complete`.
Layout makeLayout(const TraceIndex& index, const std::set<TrackId>& collapsed, const TrackChoice& choice,
                  bool complete);

// The first row that reaches below `y`; the end where there is none.
size_t rowAt(const std::vector<Row>& rows, float y);

// A heading that stays in sight while what belongs to it scrolls by.
struct StickyHeading {
  size_t row = 0;  // position in Layout::rows
  float y = 0;     // from the top of what is visible; < 0 while the next one pushes it out
};
// The outermost first.
std::vector<StickyHeading> stickyHeadings(const Layout& layout, float scroll);

}  // namespace tp::ui
