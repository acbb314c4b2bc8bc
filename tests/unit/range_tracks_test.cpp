// The tracks of a range that is marked from the first row to the last are those that are shown.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/timeline/track_area.h"
#include "ui/view/context.h"
#include "ui/view/track_filter.h"

namespace tp {
namespace {

std::vector<TrackId> marked(test::HeadlessWindow& window) {
  ui::Context& c = window.app().context();
  c.layoutStale = true;
  window.settle(0.1f);
  const ui::TrackArea area{{0, 0, 1280, 0}, {0, 0, 1280, 600}};
  return ui::tracksBetween(c, c.index(), area, -1e6f, 1e6f);
}

TEST(MarkedTracks, AreThoseThatAreShown) {
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  EXPECT_TRUE(marked(window).empty()) << "all";

  const TrackTable& tracks = c.index().tracks();
  TrackId thread = kNoTrack;
  for (TrackId id = 0; id < tracks.size(); ++id)
    if (tracks[id].key.kind == TrackKind::Thread) thread = id;
  ASSERT_NE(thread, kNoTrack);
  c.choice.hidden = {thread};
  std::vector<TrackId> shown = marked(window);
  EXPECT_GT(shown.size(), 1u);
  EXPECT_FALSE(std::binary_search(shown.begin(), shown.end(), thread));

  c.choice.hidden.clear();
  c.choice.filter = std::to_string(tracks[thread].key.tid);
  shown = marked(window);
  EXPECT_TRUE(std::binary_search(shown.begin(), shown.end(), thread));
  const ui::TrackFilter filter(c.choice.filter);
  size_t others = 0;
  for (TrackId id = 0; id < tracks.size(); ++id) {
    if (tracks[id].key.kind != TrackKind::Thread || filter.matches(tracks[id])) continue;
    ++others;
    EXPECT_FALSE(std::binary_search(shown.begin(), shown.end(), id)) << tracks[id].name;
  }
  EXPECT_GT(others, 0u);
}

// What is marked in the gap between two tracks is of the nearer one, not of all.
TEST(MarkedTracks, InAGapAreThoseOfTheNearerRow) {
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  window.settle(0.1f);
  const ui::TrackArea area{{0, 0, 1280, 0}, {0, 0, 1280, 600}};
  size_t gaps = 0;
  for (size_t i = 1; i < c.layout.rows.size(); ++i) {
    const ui::Row &above = c.layout.rows[i - 1], &below = c.layout.rows[i];
    const float end = ui::screenTop(c, area, above, false) + above.height;
    const float begin = ui::screenTop(c, area, below, false);
    if (above.group || below.group || begin - end < 4) continue;
    ++gaps;
    for (const auto& [y, row] : {std::pair(end + 1, &above), std::pair(begin - 1, &below)}) {
      const std::vector<TrackId> on = ui::tracksBetween(c, c.index(), area, y, y);
      ASSERT_FALSE(on.empty());
      EXPECT_TRUE(std::binary_search(on.begin(), on.end(), row->track));
      EXPECT_FALSE(std::binary_search(on.begin(), on.end(), (row == &above ? below : above).track));
    }
  }
  EXPECT_GT(gaps, 0u);
}

}  // namespace
}  // namespace tp
