// Which tracks are shown, in which order, and which headings stay in sight.
#include "ui/view/layout.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/io/local_files.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "ui/view/track_filter.h"
#include "ui/view/track_tree.h"

namespace tp::ui {
namespace {

class LayoutTest : public testing::Test {
 protected:
  void SetUp() override {
    auto files = openLocalFiles({test::sourcePath("assets/samples/family/data")});
    ASSERT_TRUE(files);
    local_.open(*files);
    ASSERT_EQ(local_.session.phase(), Phase::Ready);
  }

  const TraceIndex& index() const { return local_.session.index(); }
  Layout layout() const { return makeLayout(index(), collapsed_, choice_, true); }

  static std::vector<TrackId> units(const std::vector<Row>& rows) {
    std::vector<TrackId> units;
    for (const Row& row : rows)
      if (units.empty() || units.back() != row.unit) units.push_back(row.unit);
    return units;
  }
  std::vector<TrackId> ofKind(TrackKind kind) const {
    std::vector<TrackId> found;
    for (TrackId id : units(layout().rows))
      if (index().tracks()[id].key.kind == kind) found.push_back(id);
    return found;
  }
  bool move(TrackId track, int by) { return moveTrack(index(), choice_, track, by, layout().shown); }

  test::LocalSession local_;
  std::set<TrackId> collapsed_;
  TrackChoice choice_;
};

TEST_F(LayoutTest, PinnedTracksLeaveTheirPlace) {
  std::vector<TrackId> threads = ofKind(TrackKind::Thread);
  ASSERT_GE(threads.size(), 3u);
  choice_.pinned = {threads[2], threads[0]};
  Layout made = layout();
  EXPECT_EQ(units(made.pinned), (std::vector<TrackId>{threads[2], threads[0]}));
  EXPECT_GT(made.pinnedHeight, 0);
  for (const Row& row : made.rows) EXPECT_TRUE(row.unit != threads[2] && row.unit != threads[0]);
}

// Neither CPU of this trace has a switch. Of the one that is recorded later, a moment is drawn as not recorded.
TEST(LayoutOfCpus, EachWithEventsHasItsRow) {
  auto files = openLocalFiles({test::samplesPath("tracecmd") + "/synth-guest/trace.dat"});
  ASSERT_TRUE(files);
  test::LocalSession local;
  local.open(*files);
  const TraceIndex& index = local.session.index();
  const Layout made = makeLayout(index, {}, {}, true);
  for (int32_t cpu : {0, 1}) {
    TrackKey key;
    key.kind = TrackKind::Cpu;
    key.cpu = cpu;
    const TrackId id = index.tracks().find(key);
    ASSERT_NE(id, kNoTrack);
    EXPECT_TRUE(made.shown[id]) << cpu;
  }
}

TEST_F(LayoutTest, HiddenTracksAreGoneAndTheirHeadingWithTheLast) {
  std::vector<TrackId> all = units(layout().rows);
  TrackId thread = ofKind(TrackKind::Thread).front();
  TrackId process = index().tracks()[thread].parent;
  for (TrackId id : ofKind(TrackKind::Thread))
    if (index().tracks()[id].parent == process) choice_.hidden.insert(id);
  std::vector<TrackId> left = units(layout().rows);
  EXPECT_EQ(std::count(left.begin(), left.end(), thread), 0);
  EXPECT_EQ(std::count(left.begin(), left.end(), process), 0);
  choice_.hidden.clear();
  EXPECT_EQ(units(layout().rows), all);
}

TEST_F(LayoutTest, FilterShowsWhatMatchesUnderItsHeadings) {
  TrackId thread = ofKind(TrackKind::Thread).back();
  choice_.filter = index().tracks()[thread].detail;
  std::vector<TrackId> left = ofKind(TrackKind::Thread);
  EXPECT_EQ(std::count(left.begin(), left.end(), thread), 1);
  for (TrackId id : left) {
    const Track& track = index().tracks()[id];
    const Track& process = index().tracks()[track.parent];
    EXPECT_TRUE(containsFolded(track.name + " " + track.detail, choice_.filter) ||
                containsFolded(process.name + " " + process.detail, choice_.filter));
  }
  choice_.filter = "/" + choice_.filter + "$/";
  EXPECT_EQ(std::count(left.begin(), left.end(), thread), 1);
  choice_.filter = "nothing is called that";
  EXPECT_TRUE(layout().rows.empty());
  choice_.filter = "/(/";
  EXPECT_FALSE(layout().filterProblem.empty());
}

TEST_F(LayoutTest, SortsSiblings) {
  choice_.sort = TrackSort::Pid;
  std::vector<TrackId> processes = ofKind(TrackKind::Process);
  ASSERT_GE(processes.size(), 2u);
  auto pid = [this](TrackId id) { return index().tracks()[id].key.pid; };
  EXPECT_TRUE(
      std::is_sorted(processes.begin(), processes.end(), [&](TrackId a, TrackId b) { return pid(a) < pid(b); }));
  choice_.sort = TrackSort::Activity;
  TrackTree tree(index(), choice_);
  auto records = [&](TrackId process) {
    uint64_t sum = 0;
    for (const Lane& lane : index().lanes())
      for (TrackId at = lane.track; at != kNoTrack; at = index().tracks()[at].parent)
        sum += at == process ? lane.slices : 0;
    return sum;
  };
  processes = ofKind(TrackKind::Process);
  EXPECT_TRUE(std::is_sorted(processes.begin(), processes.end(),
                             [&](TrackId a, TrackId b) { return records(a) > records(b); }));
}

TEST_F(LayoutTest, MovesAmongSiblingsOnly) {
  std::vector<TrackId> before = ofKind(TrackKind::Process);
  ASSERT_GE(before.size(), 2u);
  EXPECT_FALSE(move(before.front(), -1));
  EXPECT_TRUE(move(before.front(), 1));
  std::vector<TrackId> after = ofKind(TrackKind::Process);
  std::swap(before[0], before[1]);
  EXPECT_EQ(after, before);
  EXPECT_TRUE(move(after[1], -1));
  EXPECT_FALSE(move(after.back(), 1));
}

TEST_F(LayoutTest, MovingPassesOverWhatIsHidden) {
  std::vector<TrackId> before = ofKind(TrackKind::Process);
  ASSERT_GE(before.size(), 3u);
  choice_.hidden.insert(before[1]);
  EXPECT_TRUE(move(before[0], 1));
  EXPECT_EQ(ofKind(TrackKind::Process)[0], before[2]);
}

TEST_F(LayoutTest, HeadingsStayUntilTheNextPushesThemOut) {
  Layout made = layout();
  auto heading = std::find_if(made.rows.begin(), made.rows.end(), [](const Row& row) { return row.group; });
  ASSERT_NE(heading, made.rows.end());
  auto at = static_cast<size_t>(heading - made.rows.begin());
  EXPECT_TRUE(stickyHeadings(made, heading->y).empty());
  std::vector<StickyHeading> sticky = stickyHeadings(made, heading->y + 10);
  ASSERT_EQ(sticky.size(), 1u);
  EXPECT_EQ(sticky[0].row, at);
  EXPECT_FLOAT_EQ(sticky[0].y, 0);
  sticky = stickyHeadings(made, heading->bottom - heading->height / 2);
  ASSERT_EQ(sticky.size(), 1u);
  EXPECT_FLOAT_EQ(sticky[0].y, -heading->height / 2);
}

TEST_F(LayoutTest, RowsLieBelowOneAnother) {
  Layout made = layout();
  for (size_t i = 1; i < made.rows.size(); ++i) EXPECT_GE(made.rows[i].y, made.rows[i - 1].y + made.rows[i - 1].height);
  for (size_t i = 0; i < made.rows.size(); ++i) EXPECT_EQ(rowAt(made.rows, made.rows[i].y + 1), i);
  choice_.callHeight = 9;
  EXPECT_LT(layout().height, made.height);
}

}  // namespace
}  // namespace tp::ui
