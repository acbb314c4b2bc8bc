// How the panel Compare, the report and the text say what differs: one way everywhere.
#include <gtest/gtest.h>

#include "core/analysis/compare/side_waits.h"
#include "core/export/compare_html.h"
#include "core/export/compare_parts.h"
#include "core/export/compare_text.h"
#include "tests/support/compare_window.h"
#include "ui/compare/change_text.h"
#include "ui/compare/compare_stacks.h"
#include "ui/compare/compare_times.h"

namespace tp {
namespace {

using test::dataPath;

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

TEST(CompareWords, PartsOfAChangeArePlainWords) {
  ClockInfo clock;
  clock.isNs = true;
  const ui::ShownFigures whole{clock}, divided{clock, true};
  EXPECT_EQ(ui::partsText(whole, 126, 8'120'000'000, -8'350'000'000, "call"),
            "by 126 more calls: +8.12 s; by shorter calls: \u22128.35 s");
  EXPECT_EQ(ui::partsText(whole, -1, -500, 700, "call"), "by 1 fewer call: \u2212500 ns; by longer calls: +700 ns");
  EXPECT_EQ(ui::partsText(whole, 0, 0, 1500, "call"), "by longer calls: +1.50 \u00b5s");
  EXPECT_EQ(ui::partsText(whole, 1, 10, -3, ""), "by 1 more: +10 ns; by shorter ones: \u22123 ns");
  EXPECT_EQ(ui::partsText(whole, 2, 10, 0, ""), "by 2 more: +10 ns; each as long as before: 0 ns");
  EXPECT_EQ(ui::partsText(divided, 1000, 5000, -2000, "call"),
            "by 1 more call: +5.00 ns; by shorter calls: \u22122.00 ns");
}

TEST(CompareWords, NumbersHaveOneMinusSignAndGroupsOfDigits) {
  ClockInfo clock;
  clock.isNs = true;
  const ui::ShownFigures whole{clock}, divided{clock, true};
  EXPECT_EQ(whole.count(5400), countText(5400));
  EXPECT_EQ(divided.count(5'400'000), countText(5400));
  EXPECT_EQ(divided.count(2500), "2.5");
  EXPECT_EQ(divided.countChange(-2500), "\u22122.5");
  EXPECT_EQ(whole.countChange(-12), "\u221212");
  EXPECT_EQ(divided.change(-2500), "\u22122.50 ns");
}

TEST(CompareWords, ABoundIsOneWhereverItIsTold) {
  ClockInfo clock;
  clock.isNs = true;
  TimedTotals totals;
  totals.sum = 14'512;
  totals.atMost = 1;
  EXPECT_EQ(toldText(toldAs(totals), totals.sum, clock), "\u226414.6 \u00b5s");
  totals.uncertain = 1;
  EXPECT_EQ(toldText(toldAs(totals), totals.sum, clock), "~14.5 \u00b5s");
  auto window = test::opened({dataPath("tracecmd/threads.dat")});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  ui::compareHalves(c);
  ui::compareView(c).by = ui::ComparedBy::Latencies;
  window->settle(0.1f);
  const TimedComparison* found = ui::timesOf(c, *ui::compared(c), true);
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(has(ui::timesSentence(c, *found), "wakeups \u22645.00 \u00b5s \u2192 10.0 \u00b5s"));
  EXPECT_TRUE(has(comparisonReport(*found), "\nwakeups: \u22645000 -> 10000, +5000")) << comparisonReport(*found);
  const std::string doubt = ui::timesDoubt(*found, false);
  EXPECT_TRUE(has(doubt, "1 upper bound (\u2264) of wakeups")) << doubt;
  // Beside what the scheduler's gaps say, which has them.
  EXPECT_TRUE(has(found->sideA.gaps, "is an upper bound")) << found->sideA.gaps;
  EXPECT_FALSE(has(ui::timesDoubt(*found, true), "upper bound"));
  const TimedChange& wakeup = found->changes.front().name == "wakeup" ? found->changes[0] : found->changes[1];
  ASSERT_EQ(wakeup.name, "wakeup");
  EXPECT_EQ(ui::timesDurations(c, wakeup, "wakeup").told[0], ToldTime::AtMost);
}

TEST(CompareWords, NotesOfWaitsNameTheirKindsAsTheSentenceDoes) {
  TimedComparison found;
  found.kinds = {"wait", "waits", kWaitTimes};
  for (size_t kind = 0; kind < std::size(kWaitTimes); ++kind) {
    TimedComparison::Kind& of = found.totals.emplace_back();
    of.a.told = of.b.told = true;
    of.a.atMost = kind < 2 ? 5 : 0;
    of.a.uncertain = kind == 0 ? 3 : 0;
    of.a.unknown = kind == 3 ? 1 : 0;
  }
  found.totals[3].b.told = false;
  EXPECT_EQ(ui::timesDoubt(found, false),
            "A: 1 of unknown length, in no sum; 10 upper bounds (\u2264) of runnable, sleeping; "
            "3 with records missing at an end (~) \u00b7 only A has other, which is not compared");
}

TEST(CompareWords, TheLongestIsNoBoundIfItIsExact) {
  TimedFigures figures;
  figures.count = 2;
  figures.max = 900;
  figures.atMost = 1;
  EXPECT_EQ(longestToldAs(figures), ToldTime::AtMost);
  figures.maxExact = true;
  EXPECT_EQ(longestToldAs(figures), ToldTime::Exact);
  EXPECT_EQ(toldAs(figures, figures.sum), ToldTime::AtMost) << "the sum has the bound";
  figures.uncertain = 1;
  EXPECT_EQ(longestToldAs(figures), ToldTime::Uncertain);
}

TEST(CompareWords, NoChangeHasNoSign) {
  ClockInfo ns, counts;
  ns.isNs = true;
  counts.nsNum = 1;
  counts.nsDen = 3;
  for (const ClockInfo& clock : {ns, counts}) {
    EXPECT_EQ(shownChange(0, clock), "0 ns");
    EXPECT_EQ(ui::changeText(0, clock), "0 ns");
    for (const bool divided : {false, true}) EXPECT_EQ((ui::ShownFigures{clock, divided}.change(0)), "0 ns");
  }
}

// tests/tools/test_compare_report.py compares the figures with those of other verbs.
TEST(CompareWords, TheGraphSaysWhatItHasBesidesTheFunctions) {
  const std::string samples = test::samplesPath("uftrace");
  auto window = test::opened({samples + "/sched/uftrace.data", samples + "/big-endian/uftrace.data"});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  ui::compareView(c).by = ui::ComparedBy::Stacks;
  window->settle(0.1f);
  const StackComparison* stacks = ui::compareView(c).answer.stacks(c.session, *ui::compared(c), {}, true);
  ASSERT_NE(stacks, nullptr);
  EXPECT_EQ(
      ui::stacksDoubt(c, *stacks),
      "A: the graph has 58.2 ms more than the 21.4 ms by function, as it counts what is known of 1 call of unknown "
      "duration, and time off the CPU within calls");
}

TEST(CompareWords, TheReportNamesWhatMovedAndHasOneTitle) {
  auto window = test::opened({dataPath("uftrace/planted/plain.data"), dataPath("uftrace/planted/moved.data")});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const FunctionComparison* functions = test::found(*window);
  ASSERT_NE(functions, nullptr);
  ui::compareView(c).by = ui::ComparedBy::Stacks;
  window->settle(0.1f);
  const StackComparison* stacks = ui::compareView(c).answer.stacks(c.session, *ui::compared(c), {}, true);
  ASSERT_NE(stacks, nullptr);
  const std::string page = comparisonHtml(*functions, *stacks);
  EXPECT_TRUE(
      has(page, "<h1>From A to B: 977 \u00b5s of index_page moved, called in background, no longer in main; self"));
  EXPECT_FALSE(has(page.substr(page.find("</h1>")), "From A to B"));
  EXPECT_TRUE(has(page, "<p>The graph is of all calls: "));
  EXPECT_TRUE(has(comparisonSvg(*stacks), "From A to B")) << "by itself, it has its title";
}

}  // namespace
}  // namespace tp
