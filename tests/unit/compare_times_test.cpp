// Comparing latencies and waits: parts add up exactly, and waits tile what the states of threads are.
#include <gtest/gtest.h>

#include <memory>

#include "core/analysis/compare/side_waits.h"
#include "core/analysis/compare/timed_changes.h"
#include "core/export/compare_limit.h"
#include "core/export/compare_text.h"
#include "core/io/local_files.h"
#include "tests/support/compare_window.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/compare/compare_panel.h"
#include "ui/compare/compare_times.h"
#include "ui/view/compared.h"
#include "ui/view/context.h"

namespace tp {
namespace {

constexpr TimedKind kKinds[] = {{"one", "one", "ones", true}, {"other", "other", "others", false}};

SideTimes side() {
  return {{}, {"test", "tests", kKinds}, {true, true}, {}};
}

void add(SideTimes& to, size_t kind, const char* name, uint64_t count, int64_t sum) {
  TimedRow& row = to.rows.emplace_back();
  row.kind = kind;
  row.name = name;
  row.figures.count = count;
  row.figures.sum = sum;
  row.figures.max = sum;
}

TEST(CompareTimes, ChangesOfAKindAddUp) {
  SideTimes a = side(), b = side();
  add(a, 0, "slower", 2, 20);
  add(b, 0, "slower", 3, 100);
  add(a, 0, "same", 1, 7);
  add(b, 0, "same", 1, 7);
  add(b, 0, "new", 2, 9);
  add(a, 1, "slower", 1, 5);
  const TimedComparison found = compareTimes(a, b);
  ASSERT_EQ(found.changes.size(), 3u);
  EXPECT_EQ(found.same, 1u);
  EXPECT_EQ(found.changes[0].name, "slower");
  EXPECT_EQ(found.changes[0].parts.change, 80);
  EXPECT_EQ(found.changes[0].parts.byCount, 10);
  EXPECT_EQ(found.changes[0].parts.byEach, 70);
  EXPECT_TRUE(found.changes[1].added());
  EXPECT_EQ(found.changes[1].parts.byCount, 9);
  EXPECT_TRUE(found.changes[2].vanished());
  EXPECT_EQ(found.totals[0].change(), 89);
  EXPECT_EQ(found.totals[1].change(), -5);
  EXPECT_TRUE(growsAbove(found, 300));
  EXPECT_FALSE(growsAbove(found, 400));
}

// That B has any, and A none, may be chance, or because A did not record it: it does not fail, and is told.
TEST(CompareTimes, GrowthOfAKindThatOneSideHasIsNotKnown) {
  static constexpr TimedKind kJudged[] = {{"one", "one", "ones", true}, {"other", "other", "others", true}};
  SideTimes a = side(), b = side();
  a.kinds.all = b.kinds.all = kJudged;
  add(a, 0, "equal", 1, 7);
  add(b, 0, "equal", 1, 7);
  add(b, 1, "new", 1, 1000);
  a.told[1] = false;
  const TimedComparison found = compareTimes(a, b);
  EXPECT_EQ(lackText(found), "");
  EXPECT_FALSE(growsAbove(found, 10));
  EXPECT_EQ(kindGrowsAbove(found, 0, 10), std::optional(false));
  EXPECT_EQ(kindGrowsAbove(found, 1, 10), std::nullopt);
  EXPECT_STREQ(onlySideOf(found, 1), "B");
  EXPECT_EQ(onlySideOf(found, 0), nullptr);
  const std::string text = comparisonReport(found, 10), json = comparisonJson(found, 10);
  EXPECT_NE(text.find("whether other grew by more than 10 % is not known\n"), std::string::npos) << text;
  EXPECT_NE(text.find("others: only B has any"), std::string::npos) << text;
  EXPECT_NE(json.find("\"failed\": null"), std::string::npos) << json;
  EXPECT_EQ(comparisonReport(found).find("is not known"), std::string::npos);
  EXPECT_EQ(comparisonJson(found).find("failed"), std::string::npos);
}

TEST(CompareTimes, WhatOneSideDoesNotTellIsNoChange) {
  SideTimes a = side(), b = side();
  b.told[1] = false;
  add(a, 1, "gone", 1, 5);
  const TimedComparison found = compareTimes(a, b);
  EXPECT_TRUE(found.changes.empty());
  EXPECT_FALSE(found.totals[1].compared());
  EXPECT_NE(comparisonReport(found).find("others: only A has any"), std::string::npos);
}

TEST(CompareTimes, LessThanFiveTimesWhatTheHalvesDifferByIsNoise) {
  SideTimes a = side(), b = side();
  add(a, 0, "steady", 4, 40);
  add(b, 0, "steady", 4, 46);
  a.rows[0].figures.setHalves(2, 19);
  EXPECT_EQ(a.rows[0].figures.halves, 2);
  EXPECT_TRUE(compareTimes(a, b).changes[0].noise());
  b.rows[0].figures.sum = 50;
  EXPECT_FALSE(compareTimes(a, b).changes[0].noise());
  a.rows[0].figures.setHalves(4, 40);
  EXPECT_EQ(a.rows[0].figures.halves, std::nullopt);
}

// What each half of a trace shows in the panel, once it is there.
class Halves {
 public:
  explicit Halves(const char* trace) {
    auto files = openLocalFiles({test::dataPath(trace)});
    if (files) window_ = std::make_unique<test::HeadlessWindow>(*files);
    if (!window_) return;
    window_->show(ui::Tab::Compare);
    ui::compareHalves(window_->app().context());
  }
  ui::Context& context() { return window_->app().context(); }
  const TimedComparison* times(ui::ComparedBy by) {
    ui::compareView(context()).by = by;
    window_->settle(0.1f);
    const auto scopes = ui::compared(context());
    ui::ComparedTimes& times = ui::compareView(context()).times;
    if (by == ui::ComparedBy::Latencies) return times.latencies(context().session, *scopes, false, true);
    return times.waits(context().session, context().memory.of<ui::WaitsAnswer>(), *scopes, false, true);
  }
  const ThreadComparison* threads() {
    ui::compareView(context()).by = ui::ComparedBy::Threads;
    window_->settle(0.1f);
    return ui::compareView(context()).answer.threads(context().session, *ui::compared(context()), {}, true);
  }

 private:
  std::unique_ptr<test::HeadlessWindow> window_;
};

TEST(CompareTimes, WaitsTileTheStatesOfThreads) {
  for (const char* trace : {"tracecmd/v7-none.dat", "tracecmd/threads.dat", "tracecmd/wakers.dat"}) {
    Halves halves(trace);
    const ThreadComparison* threads = halves.threads();
    ASSERT_NE(threads, nullptr) << trace;
    const TimedComparison* waits = halves.times(ui::ComparedBy::Waits);
    ASSERT_NE(waits, nullptr) << trace;
    for (size_t kind = 0; kind < std::size(kWaitTimes); ++kind) {
      // Of both, the kinds are the states but for the first, which is running.
      EXPECT_EQ(std::string_view(kWaitTimes[kind].key), kComparedStates[kind + 1]);
      EXPECT_EQ(waits->totals[kind].a.sum, threads->a.times[kind + 1]) << trace << " " << kWaitTimes[kind].key;
      EXPECT_EQ(waits->totals[kind].b.sum, threads->b.times[kind + 1]) << trace << " " << kWaitTimes[kind].key;
    }
  }
}

TEST(CompareTimes, LatenciesOfHalvesAreInThePanel) {
  Halves halves("tracecmd/v7-none.dat");
  const TimedComparison* found = halves.times(ui::ComparedBy::Latencies);
  ASSERT_NE(found, nullptr);
  ASSERT_FALSE(found->changes.empty());
  for (size_t kind = 0; kind < found->totals.size(); ++kind) {
    int64_t sum = 0;
    for (const TimedChange& one : found->changes) sum += one.kind == kind ? one.parts.change : 0;
    if (!found->totals[kind].compared()) continue;
    EXPECT_EQ(sum, found->totals[kind].change());
  }
  const auto tables = ui::compareTables(halves.context());
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(tables[0].rows.size(), found->changes.size());
}

// The latencies of both sides of a window with these traces; both are the trace, if it is one.
TimedComparison latenciesOf(const std::vector<std::string>& paths) {
  auto window = test::opened(paths);
  if (!window) return {};
  ui::Context& c = window->app().context();
  if (paths.size() == 1)
    for (size_t side = 0; side < 2; ++side) ui::compareView(c).chosen[side] = ComparedScope();
  ui::compareView(c).by = ui::ComparedBy::Latencies;
  window->settle(0.1f);
  const auto scopes = ui::compared(c);
  EXPECT_TRUE(scopes);
  const TimedComparison* found = scopes ? ui::timesOf(c, *scopes, true) : nullptr;
  EXPECT_NE(found, nullptr);
  return found != nullptr ? *found : TimedComparison();
}

TEST(CompareTimes, LatenciesOfJoinedTracesAreThoseOfEach) {
  const std::string first = test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat";
  const std::string second = test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat";
  const TimedComparison both = latenciesOf({first, second}), a = latenciesOf({first}), b = latenciesOf({second});
  ASSERT_EQ(both.totals.size(), a.totals.size());
  ASSERT_EQ(both.totals.size(), b.totals.size());
  size_t differ = 0;
  for (size_t kind = 0; kind < both.totals.size(); ++kind) {
    EXPECT_EQ(both.totals[kind].a.sum, a.totals[kind].a.sum) << both.kinds.all[kind].key;
    EXPECT_EQ(both.totals[kind].b.sum, b.totals[kind].a.sum) << both.kinds.all[kind].key;
    EXPECT_EQ(both.totals[kind].a.count, a.totals[kind].a.count) << both.kinds.all[kind].key;
    EXPECT_EQ(both.totals[kind].b.count, b.totals[kind].a.count) << both.kinds.all[kind].key;
    differ += both.totals[kind].a.sum != both.totals[kind].b.sum;
  }
  EXPECT_GE(differ, 4u);
}

}  // namespace
}  // namespace tp
