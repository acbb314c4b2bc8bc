// What the panel Compare does when it is used: it says why it does nothing, and rows stay where they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "tests/support/compare_window.h"

namespace tp {
namespace {

using test::command;
using test::kAfter;
using test::kBefore;
using test::opened;

TEST(ComparePanelUse, OfThreadsOnlyWhereTheTraceTellsThem) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  for (const char* by : {"threads", "waits", "latencies"}) {
    EXPECT_FALSE(command(*window, {by}));
    EXPECT_NE(c.noticeNow().find(by == std::string("threads") ? "Not by thread" : std::string("No ") + by),
              std::string_view::npos)
        << c.noticeNow();
    EXPECT_EQ(ui::comparedBy(c), ui::ComparedBy::Functions);
  }
  window.reset();
  window = opened({test::samplesPath("tracecmd") + "/v7-none-sched/trace.dat"});
  ASSERT_TRUE(window);
  for (const char* by : {"threads", "waits", "latencies"}) EXPECT_TRUE(command(*window, {by}));
}

TEST(ComparePanelUse, TwoRecordingsOfASideSayWhatPTakes) {
  std::vector<std::string> paths;
  for (const char* name : {"plain", "slower", "often", "locked"})
    paths.push_back(test::dataPath(std::string("uftrace/planted/") + name + ".data"));
  auto window = opened(paths);
  ASSERT_TRUE(window);
  ASSERT_TRUE(command(*window, {"recordings"}));
  ASSERT_NE(test::found(*window), nullptr);
  const auto tables = ui::compareTables(window->app().context());
  EXPECT_NE(tables[0].title.find("2 against 2 recordings, p, q and the effect take 3 of each side"), std::string::npos)
      << tables[0].title;
  EXPECT_EQ(std::count(tables[0].head.begin(), tables[0].head.end(), "p"), 0);
  window.reset();
  window = opened({kBefore, kAfter});
  ASSERT_TRUE(command(*window, {"recordings"}));
  EXPECT_NE(window->app().context().noticeNow().find("three of each"), std::string_view::npos);
}

// What is B then is stretched, and the former B no longer is.
TEST(ComparePanelUse, ExchangedSidesAreStretchedTheOtherWay) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  ASSERT_TRUE(window->app().command("trace.stretch-compared", std::vector<std::string>{}));
  ASSERT_EQ(c.joint.stretches.size(), 1u);
  const uint32_t former = c.joint.stretches[0].trace;
  const double factor = factorOf(c.joint.stretches[0]);
  ui::exchangeSides(c);
  ASSERT_EQ(c.joint.stretches.size(), 1u);
  EXPECT_NE(c.joint.stretches[0].trace, former);
  EXPECT_NEAR(factorOf(c.joint.stretches[0]) * factor, 1, 1e-6);
  // What is not stretched stays so.
  ASSERT_TRUE(window->app().command("trace.reset-stretch", std::vector<std::string>{}));
  ui::exchangeSides(c);
  EXPECT_TRUE(c.joint.stretches.empty());
}

// Where the text of a row is drawn; nullopt: it is not.
std::optional<float> rowOf(test::HeadlessWindow& window, const std::string& name) {
  for (const ui::DrawnText& text : window.texts(0.1f))
    if (text.text == name && text.mono && text.at.x < 200 && !text.clipped) return text.at.y;
  return std::nullopt;
}

// A second click hits the row of the first.
TEST(ComparePanelUse, RowsStayWhereTheyAreWhenOneIsChosen) {
  auto window = opened({test::dataPath("uftrace/planted/plain.data"), test::dataPath("uftrace/planted/slower.data")});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const FunctionComparison* found = test::found(*window);
  ASSERT_NE(found, nullptr);
  const std::string name = found->changes[0].name;
  for (const float width : {1090.f, 1150.f, 1280.f, 1400.f, 1600.f}) {
    window->resize(width, 720);
    c.function = kNoName;
    window->settle(0.1f);
    const std::optional<float> before = rowOf(*window, name);
    ASSERT_TRUE(before);
    c.function = c.index().names().find(name);
    window->settle(0.1f);
    EXPECT_EQ(rowOf(*window, name), before) << width;
  }
}

// No row is cut at the lower edge, whatever the height, and a low window has some.
TEST(ComparePanelUse, LowWindowsHaveWholeRows) {
  auto window = opened({test::dataPath("uftrace/planted/plain.data"), test::dataPath("uftrace/planted/moved.data")});
  ASSERT_TRUE(window);
  const FunctionComparison* found = test::found(*window);
  ASSERT_NE(found, nullptr);
  for (const float height : {480.f, 600.f, 720.f, 721.f, 729.f}) {
    window->resize(height == 480 ? 700 : 1280, height);
    window->settle(0.1f);
    size_t rows = 0;
    for (const ui::DrawnText& text : window->texts(0.1f))
      for (const FunctionChange& one : found->changes)
        if (text.mono && text.text.starts_with(one.name) && text.at.x < 200) {
          ++rows;
          EXPECT_LE(text.at.y + text.size, text.clip.w) << height;
        }
    EXPECT_GE(rows, 4u) << height;
  }
}

// Of the folder of both, one is open at first.
TEST(ComparePanelUse, TwoTracesOfOneDropAreOfferedToBeCompared) {
  auto files = openLocalFiles({test::dataPath("uftrace/compared")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  std::optional<JoinOptions> asked;
  c.host.reopen = [&asked](const JoinOptions& options) { asked = options; };
  EXPECT_FALSE(window.app().command("open-together", std::vector<std::string>{"apart"}));
  ASSERT_FALSE(asked);
  EXPECT_TRUE(window.press("Compare these two"));
  ASSERT_TRUE(asked);
  EXPECT_TRUE(asked->together);
  EXPECT_EQ(c.tab, ui::Tab::Compare);
}

}  // namespace
}  // namespace tp
