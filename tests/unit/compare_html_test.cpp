// The sections of the report of a comparison: what they say in doubt, and how many rows they have.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/analysis/compare/side_latencies.h"
#include "core/export/compare_html_sections.h"

namespace tp {
namespace {

size_t countOf(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; at += part.size()) ++count;
  return count;
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

SideThreads manyThreads(size_t count, Time running) {
  SideThreads side;
  side.side.clock.isNs = true;
  side.switches = true;
  for (size_t i = 0; i < count; ++i) {
    SideThread& one = side.threads.emplace_back();
    one.name = "thread " + std::to_string(i);
    one.figures.threads = 1;
    one.figures.times = {running, 7, 0, 0, 0, 0};
    one.figures.halves = 100'000'000;
  }
  return side;
}

TEST(CompareHtml, ATableSaysHowManyRowsItLeavesOut) {
  const ThreadComparison found = compareThreads(manyThreads(600, 1'000'000), manyThreads(600, 3'000'000));
  ComparePage page(found.sideB.clock);
  writeThreads(page, found);
  const std::string file = page.file("many");
  EXPECT_EQ(countOf(file, "<tr>"), 1 + ComparePage::kMostRows + 1);
  EXPECT_TRUE(has(file, "100 others, each less: see csv or json"));
  EXPECT_TRUE(has(file, "<tr><td class=\"more\">+200 ms</td><td></td>")) << "the sum of those";
  EXPECT_EQ(countOf(file, "\u2248+2.00 ms"), ComparePage::kMostRows);
  EXPECT_EQ(countOf(file, "class=\"more noise\" style=\"width:50.00%\""), ComparePage::kMostRows);
}

// The column of names is the last one: where a page scrolls, it would lie on the one before.
TEST(CompareHtml, NamesOfNarrowPagesCoverNoFigures) {
  const ClockInfo clock;
  const std::string file = ComparePage(clock).file("narrow");
  const size_t narrow = file.find("@media(max-width:900px)");
  ASSERT_NE(narrow, std::string::npos);
  EXPECT_GT(file.find("th.w,td.w{position:static}"), narrow);
  EXPECT_LT(file.find("position:sticky"), narrow);
}

TEST(CompareHtml, NamesAreEscapedAndEqualSidesDifferInNothing) {
  SideThreads a = manyThreads(1, 5), b = manyThreads(1, 9);
  a.threads[0].name = b.threads[0].name = "<b>&";
  const ThreadComparison found = compareThreads(a, b), same = compareThreads(a, a);
  ComparePage page(found.sideB.clock);
  writeThreads(page, found);
  writeThreads(page, same);
  const std::string file = page.file("names");
  EXPECT_TRUE(has(file, "&lt;b&gt;&amp;"));
  EXPECT_FALSE(has(file, "<b>"));
  EXPECT_EQ(countOf(file, "<h2>Threads</h2>"), 2u);
  EXPECT_EQ(countOf(file, "Nothing differs."), 1u);
}

SideTimes latencies(int64_t sum, uint64_t count) {
  SideTimes side = noLatencies({});
  side.side.clock.isNs = true;
  side.told[static_cast<size_t>(LatencyKind::Wakeup)] = true;
  TimedRow& row = side.rows.emplace_back();
  row.name = "wakeup";
  row.figures.count = count;
  row.figures.sum = sum;
  row.figures.max = sum;
  return side;
}

TEST(CompareHtml, TimesInDoubtHaveTheirSigns) {
  SideTimes a = latencies(10'000, 2), b = latencies(30'000, 3);
  a.rows[0].figures.atMost = 1;
  b.rows[0].figures.uncertain = 1;
  b.rows[0].figures.unknown = 4;
  const auto syscalls = static_cast<size_t>(LatencyKind::Syscall);
  b.told[syscalls] = true;
  const TimedComparison found = compareTimes(a, b);
  ComparePage page(found.sideB.clock);
  writeTimes(page, "Latencies", found);
  const std::string file = page.file("doubt");
  EXPECT_TRUE(has(file, "<td>\u226410.0 \u00b5s</td><td>~30.0 \u00b5s</td>"));
  EXPECT_TRUE(has(file, "<td>3+4</td>"));
  EXPECT_TRUE(has(file, "<td>+5.00 \u00b5s</td><td>+15.0 \u00b5s</td>")) << "by count, and by each";
  EXPECT_TRUE(has(file, "B: wakeup: 4 of unknown length, in no sum"));
  EXPECT_TRUE(has(file, "system calls: only B has any"));
  EXPECT_FALSE(has(file, "median")) << "none was counted";
}

TEST(CompareHtml, WhatNeitherSideTellsHasNoSection) {
  const ClockInfo clock;
  ComparePage page(clock);
  writeTimes(page, "Latencies", compareTimes(noLatencies({}), noLatencies({})));
  EXPECT_FALSE(has(page.file("none"), "Latencies"));
}

}  // namespace
}  // namespace tp
