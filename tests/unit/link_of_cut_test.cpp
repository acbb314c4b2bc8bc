// A link of a whole trace shows over a cut of it what it showed over the whole.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "core/io/local_files.h"
#include "core/link/view_link.h"
#include "tests/support/headless_window.h"
#include "tests/support/memory_cut.h"
#include "tests/support/samples.h"
#include "ui/view/context.h"

namespace tp {
namespace {

struct Shown {
  Time visibleBegin, visibleEnd, first, last;
  Mark selected;
  TrackKey track;
  Time rangeBegin, rangeEnd, marker, timesFrom;
  ViewLink link;
  std::string note, name;
};

Shown shownBy(test::HeadlessWindow& window) {
  for (int i = 0; i < 8; ++i) window.settle(0.1f);
  const ui::Context& c = window.app().context();
  Shown shown{};
  shown.visibleBegin = c.view.beginTime();
  shown.visibleEnd = c.view.endTime();
  shown.first = c.index().begin();
  shown.last = c.index().end();
  shown.timesFrom = c.timesFrom();
  shown.link = window.app().link();
  if (c.selection) {
    shown.selected = c.selection->mark;
    shown.track = c.index().tracks()[c.selection->track].key;
    shown.name = c.index().names().view(shown.selected.name);
  }
  if (c.range) shown.rangeBegin = c.range->first, shown.rangeEnd = c.range->second;
  if (!c.markers.all().empty()) shown.marker = c.markers.all()[0].time, shown.note = c.markers.all()[0].note;
  return shown;
}

class LinkOfACut : public testing::TestWithParam<const char*> {};

// The longest slice of a thread that begins and ends within a range.
std::pair<TrackId, Mark> sliceWithin(test::LocalSession& local, Time from, Time to) {
  std::pair<TrackId, Mark> best{kNoTrack, {}};
  const TraceIndex& index = local.session.index();
  for (TrackId track = 0; track < index.tracks().size(); ++track) {
    if (index.tracks()[track].key.tid < 0) continue;
    std::vector<Mark> marks;
    local.session.query(track, from, to, 0, marks);
    for (const Mark& mark : marks) {
      if (mark.aggregate() || mark.begin < from || mark.end > to || mark.begin >= mark.end) continue;
      if (best.first == kNoTrack || mark.end - mark.begin > best.second.end - best.second.begin) best = {track, mark};
    }
  }
  return best;
}

TEST_P(LinkOfACut, ShowsTheSame) {
  const FileSet whole = *openLocalFiles({test::sourcePath(GetParam())});
  test::LocalSession local;
  local.open(whole);
  const TraceIndex& index = local.session.index();
  const Time length = index.end() - index.begin();
  const Time from = index.begin() + length / 4, to = index.end() - length / 4;
  // What is known at the edges of a cut may be less than the whole knows there.
  const std::pair<TrackId, Mark> found = sliceWithin(local, from + length / 16, to - length / 16);
  ViewLink link;
  link.since = index.begin();
  link.visible = {from + length / 16 - index.begin(), to - length / 16 - index.begin()};
  link.range = link.visible;
  link.markers = {length / 2};
  link.markerNotes = {"in the middle"};
  ASSERT_NE(found.first, kNoTrack) << "the trace is no example";
  link.selection =
      LinkPlace::of(index.tracks()[found.first].key, found.second.depth, found.second.begin - index.begin());
  WarningLog warnings;
  CutRequest request;
  request.from = from;
  request.to = to;
  const FileSet part = test::cutOf(whole, request, warnings);
  ASSERT_FALSE(part.empty());
  std::vector<Shown> shown;
  for (const FileSet* files : {&whole, &part}) {
    test::HeadlessWindow window(*files);
    window.app().openLink(writeViewLink(link));
    shown.push_back(shownBy(window));
    EXPECT_EQ(window.app().context().noticeNow(), "");
    const Time begin = window.app().context().index().begin();
    // All cuts of LTTng have the records that describe events, which are the first.
    if (index.info().format != "lttng") {
      EXPECT_EQ(begin > index.begin(), files == &part) << "the cut begins later";
    }
  }
  // Also where the cut has no records.
  EXPECT_NEAR(static_cast<double>(shown[0].visibleBegin - shown[1].visibleBegin), 0, 2);
  EXPECT_NEAR(static_cast<double>(shown[0].visibleEnd - shown[1].visibleEnd), 0, 2);
  EXPECT_EQ(shown[1].rangeBegin, *link.since + link.range->first);
  EXPECT_EQ(shown[0].rangeEnd, shown[1].rangeEnd);
  EXPECT_EQ(shown[0].marker, shown[1].marker);
  EXPECT_EQ(shown[1].note, "in the middle");
  for (const Shown& one : shown) {
    EXPECT_EQ(one.timesFrom, index.begin()) << "a time reads the same in both";
    EXPECT_EQ(one.link.since, link.since) << "and in what is linked to from there";
    EXPECT_EQ(one.link.range, link.range);
    EXPECT_EQ(one.link.markers, link.markers);
  }
  EXPECT_EQ(shown[0].selected.begin, found.second.begin) << "the whole does not select it";
  EXPECT_EQ(shown[0].selected.begin, shown[1].selected.begin);
  EXPECT_EQ(shown[0].selected.end, shown[1].selected.end);
  EXPECT_GE(shown[0].selected.depth, shown[1].selected.depth) << "the cut may lack the calls around it";
  EXPECT_EQ(shown[0].name, shown[1].name);
  EXPECT_EQ(linkTrack(shown[0].track), linkTrack(shown[1].track));
}

// Of a range in which nothing is recorded at first, all is shown. A link of the whole does not show what is not there.
TEST(LinkOfAReport, BeginsWhereItsRangeDoes) {
  const FileSet whole = *openLocalFiles({test::sourcePath("tests/data/tracecmd/v7-none.dat")});
  test::LocalSession local;
  local.open(whole);
  const TraceIndex& index = local.session.index();
  CutRequest request;
  request.from = index.begin() + (index.end() - index.begin()) / 3;
  request.to = index.end();
  WarningLog warnings;
  const FileSet part = test::cutOf(whole, request, warnings);
  ViewLink link;
  link.since = index.begin();
  link.visible = {request.from - index.begin(), request.to - index.begin()};
  for (bool report : {true, false}) {
    if (!report) link.since.reset();
    test::HeadlessWindow window(part);
    window.app().openLink(writeViewLink(link));
    const Shown shown = shownBy(window);
    ASSERT_GT(shown.first, request.from + 100) << "the trace is no example";
    EXPECT_NEAR(static_cast<double>(shown.visibleBegin - (report ? request.from : shown.first)), 0, 2) << report;
    EXPECT_NEAR(static_cast<double>(shown.visibleEnd - request.to), 0, 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, LinkOfACut,
                         testing::Values("assets/samples/kitchen/data", "build/samples/xray/fdr-threads/log.xray",
                                         "build/samples/xray/basic-threads/log.xray",
                                         "build/samples/tracecmd/v7-none-sched/trace.dat",
                                         "build/samples/tracecmd/v6-instances/trace.dat",
                                         "tests/data/lttng/states/data", "tests/data/lttng/busy/data"));

}  // namespace
}  // namespace tp
