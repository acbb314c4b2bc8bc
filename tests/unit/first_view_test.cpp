// What the page shows before anybody has moved it: where the slices are, and that traces lie apart.
#include <gtest/gtest.h>

#include "core/index/trace_spans.h"
#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/panels/apart.h"

namespace tp {
namespace {

FileSet recording(const char* name) {
  auto files = openLocalFiles({test::samplesPath("uftrace") + "/" + name});
  EXPECT_TRUE(files) << name;
  return files ? std::move(*files) : FileSet();
}

// Its only calls take 14 842 ns; the scheduler's events go on until 68 ms before `uftrace record` let it go.
TEST(FirstView, ShowsTheCallsWhereEventsStretchTheAxis) {
  test::HeadlessWindow window(recording("fib-depth2"));
  ui::Context& c = window.app().context();
  const TimeBounds calls = boundsOfSlices(c.index());
  ASSERT_FALSE(calls.empty());
  EXPECT_GT(c.index().end() - c.index().begin(), 3 * (calls.end - calls.begin));
  EXPECT_LE(c.view.beginTime(), calls.begin);
  EXPECT_GE(c.view.endTime(), calls.end);
  EXPECT_LT(c.view.now().length(), 1.1 * static_cast<double>(calls.end - calls.begin));
  EXPECT_NE(std::string(c.noticeNow()).find("press 0"), std::string::npos);

  c.view.showAll();
  window.settle(0.2f);
  EXPECT_EQ(c.view.beginTime(), c.index().begin());
  EXPECT_GE(c.view.endTime(), c.index().end());
}

TEST(FirstView, ShowsAllOfATraceThatIsFullOfSlices) {
  test::HeadlessWindow window(*openLocalFiles({test::dataPath("tracecmd/v7-zstd.dat")}));
  const ui::Context& c = window.app().context();
  EXPECT_EQ(c.view.beginTime(), c.index().begin());
  EXPECT_EQ(c.noticeNow(), "");
}

// Two recordings of one program, a quarter of a minute apart by their common clock.
TEST(TracesApart, AreToldAndLaidOnEachOther) {
  FileSet files = recording("fib-args");
  files.addDrop(recording("fib-noargs"));
  test::HeadlessWindow window(files);
  ui::Context& c = window.app().context();
  ASSERT_EQ(c.index().info().parts.size(), 2u);
  EXPECT_TRUE(c.memory.of<ui::ToldApart>().apart);
  JoinOptions options;
  c.host.reopen = [&](const JoinOptions& wanted) { options = wanted; };
  const std::vector<TimeBounds> before = boundsOfParts(c.index());
  EXPECT_TRUE(liesApart(before));
  EXPECT_TRUE(ui::alignBeginnings(c));

  test::LocalSession aligned;
  aligned.options = options;
  aligned.open(files);
  const std::vector<TimeBounds> after = boundsOfParts(aligned.session.index());
  ASSERT_EQ(after.size(), 2u);
  EXPECT_EQ(after[0].begin, before[0].begin);
  EXPECT_EQ(after[1].begin, before[0].begin);
  EXPECT_EQ(after[1].end - after[1].begin, before[1].end - before[1].begin);
  EXPECT_FALSE(liesApart(after));
}

TEST(TracesApart, NothingIsToldOfThoseThatOverlap) {
  const TimeBounds first{0, 10}, second{10, 20}, far{30, 40}, none{};
  EXPECT_FALSE(liesApart({first, second}));
  EXPECT_FALSE(liesApart({first}));
  EXPECT_FALSE(liesApart({first, none}));
  EXPECT_TRUE(liesApart({first, far}));
  EXPECT_TRUE(liesApart({first, second, far}));
}

}  // namespace
}  // namespace tp
