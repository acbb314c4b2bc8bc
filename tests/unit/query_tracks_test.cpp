// Results of queries as tracks: how rows become slices on levels and samples, and what of them is drawn.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/io/local_files.h"
#include "tests/support/samples.h"
#include "tests/support/sql_answers.h"
#include "ui/view/query_track.h"

namespace tp {
namespace {

using ui::QuerySlice;
using ui::QueryTrack;

constexpr TimeBounds kTrace{1000, 2000};

// The result of a query that needs no trace.
SqlResult answerTo(const std::string& text, uint32_t rowLimit = 0) {
  test::SqlAnswers answers(*openLocalFiles({test::dataPath("xray/fdr-v3.xray")}));
  return answers.answer({1, text, rowLimit});
}

// The result of SELECT with these rows.
SqlResult rowsOf(const std::string& columns, const std::string& rows) {
  SqlResult result = answerTo("WITH t(" + columns + ") AS (VALUES " + rows + ") SELECT * FROM t");
  EXPECT_EQ(result.stage(), SqlStage::Done) << result.error();
  return result;
}

ui::QuerySlices laidOut(const SqlResult& result) {
  const auto columns = ui::sliceColumns(result);
  EXPECT_TRUE(columns);
  return ui::layOutSlices(result, *columns, kTrace);
}

// Rows of the result by level.
std::vector<std::vector<uint32_t>> levelsOf(const ui::QuerySlices& slices) {
  std::vector<std::vector<uint32_t>> out;
  for (const std::vector<QuerySlice>& level : slices.levels) {
    out.emplace_back();
    for (const QuerySlice& one : level) out.back().push_back(one.row);
  }
  return out;
}

using Groups = std::vector<std::pair<size_t, size_t>>;

Groups merged(const std::vector<QuerySlice>& level, Time begin, Time end, Time pixel) {
  Groups groups;
  ui::forMerged(std::span(level), begin, end, pixel,
                [&](size_t first, size_t count) { groups.emplace_back(first, count); });
  return groups;
}

TEST(QuerySlices, NeedTimesAndDurations) {
  EXPECT_FALSE(ui::sliceColumns(rowsOf("ts, name", "(1, 'a')")));
  EXPECT_FALSE(ui::sliceColumns(rowsOf("dur, name", "(1, 'a')")));
  EXPECT_FALSE(ui::sliceColumns(rowsOf("ts, dur", "('1', 2)"))) << "a text is no time";
  EXPECT_FALSE(ui::sliceColumns(rowsOf("ts, dur", "(1, 2)"))->name);
  EXPECT_EQ(ui::sliceColumns(rowsOf("ts, a, dur, b", "(1, 2, 3, 'x')"))->name, 3u) << "the first text";
  EXPECT_EQ(ui::sliceColumns(rowsOf("ts, a, dur, name", "(1, 'x', 3, 'y')"))->name, 3u);
}

TEST(QuerySlices, OverlappingOnesAreOnDifferentLevels) {
  const auto slices =
      laidOut(rowsOf("ts, dur, name",
                     "(1500, 10, 'later'), (1000, 100, 'outer'), (1010, 20, 'inner'), (1030, 5, 'next'),"
                     "(1000, 10, 'shorter'), (1100, 1, 'behind')"));
  EXPECT_EQ(levelsOf(slices), (std::vector<std::vector<uint32_t>>{{1, 5, 0}, {4, 2, 3}}));
  for (const std::vector<QuerySlice>& level : slices.levels)
    for (size_t i = 1; i < level.size(); ++i) EXPECT_LE(level[i - 1].end, level[i].begin);
}

TEST(QuerySlices, WithoutALengthTheyLieBesideEachOther) {
  EXPECT_EQ(levelsOf(laidOut(rowsOf("ts, dur", "(1100, 0), (1100, 0), (1101, 0)"))),
            (std::vector<std::vector<uint32_t>>{{0, 2}, {1}}));
}

TEST(QuerySlices, WhatHasNoEndReachesToThatOfTheTrace) {
  const auto slices = laidOut(rowsOf("ts, dur", "(1200, -1), (1300, 100)"));
  ASSERT_EQ(slices.levels.size(), 2u);
  EXPECT_TRUE(slices.levels[0][0].open);
  EXPECT_EQ(slices.levels[0][0].end, kTrace.end);
  EXPECT_FALSE(slices.levels[1][0].open);
}

TEST(QuerySlices, RowsThatCannotBeShownAreCounted) {
  const auto slices = laidOut(
      rowsOf("ts, dur",
             "(NULL, 1), (1100, NULL), (1100.7, 2.5), (2001, 5), (10, 5), (-9223372036854775808, -1),"
             "(-9223372036854775808, 9223372036854775807), (1900, 9223372036854775807), (9e99, 1), (900, 150)"));
  EXPECT_EQ(slices.timeless, 3u);
  EXPECT_EQ(slices.outside, 3u);
  std::vector<std::pair<Time, Time>> ends;
  for (const std::vector<QuerySlice>& level : slices.levels)
    for (const QuerySlice& one : level) ends.emplace_back(one.begin, one.end);
  EXPECT_EQ(ends, (std::vector<std::pair<Time, Time>>{{1000, 2000}, {1000, 1050}, {1100, 1102}, {1900, 2000}}));
}

TEST(QuerySlices, OfTooManyAtOnceSomeAreLeftOut) {
  const SqlResult result = answerTo(
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT 300) SELECT 1000 AS ts, 500 AS dur FROM n");
  const auto slices = laidOut(result);
  EXPECT_EQ(slices.levels.size(), ui::QuerySlices::kMaxLevels);
  EXPECT_EQ(slices.crowded, 300 - ui::QuerySlices::kMaxLevels);
}

TEST(QuerySlices, OfAnEmptyTraceAreNone) {
  const SqlResult result = rowsOf("ts, dur", "(0, 1)");
  const auto slices = ui::layOutSlices(result, *ui::sliceColumns(result), TimeBounds());
  EXPECT_TRUE(slices.levels.empty());
  EXPECT_EQ(slices.outside, 1u);
}

TEST(QuerySlices, WhatIsSmallerThanAPixelIsDrawnTogether) {
  const std::vector<QuerySlice> level{{1000, 1002}, {1003, 1004}, {1009, 1011},
                                      {1012, 1013}, {1050, 1150}, {1200, 1200}};
  EXPECT_EQ(merged(level, 1000, 2000, 10), (Groups{{0, 2}, {2, 1}, {3, 1}, {4, 1}, {5, 1}}));
  EXPECT_EQ(merged(level, 1000, 2000, 1), (Groups{{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}}));
  EXPECT_EQ(merged(level, 1012, 1060, 10), (Groups{{3, 1}, {4, 1}})) << "what is in view only";
  EXPECT_EQ(merged(level, 1100, 1110, 10), (Groups{{4, 1}})) << "it reaches over the view";
  EXPECT_EQ(merged(level, 1201, 2000, 10), Groups());
  EXPECT_EQ(merged({}, 0, 10, 10), Groups());
}

TEST(QuerySlices, WhatIsDrawnDependsOnPixelsAndNotOnRows) {
  std::vector<QuerySlice> level;
  for (Time at = 0; at < 100'000; ++at) level.push_back({at, at + 1, static_cast<uint32_t>(at)});
  EXPECT_LE(merged(level, 0, 100'000, 100).size(), 1001u);
  size_t all = 0;
  for (const auto& [first, count] : merged(level, 0, 100'000, 100)) {
    EXPECT_EQ(first, all);
    all += count;
  }
  EXPECT_EQ(all, level.size()) << "each is in one of them";
}

TEST(QuerySamples, AreOfTheValueOrTheOnlyNumber) {
  EXPECT_EQ(ui::sampleColumns(rowsOf("ts, a, value", "(1, 2, 3)"))->value, 2u);
  EXPECT_EQ(ui::sampleColumns(rowsOf("name, ts, n", "('x', 1, 2)"))->value, 2u);
  EXPECT_FALSE(ui::sampleColumns(rowsOf("ts, a, b", "(1, 2, 3)"))) << "which of them?";
  EXPECT_FALSE(ui::sampleColumns(rowsOf("ts, name", "(1, 'a')")));
  EXPECT_FALSE(ui::sampleColumns(rowsOf("a, value", "(1, 2)")));
}

TEST(QuerySamples, AreSortedAndWhatIsNotKnownStaysSo) {
  const SqlResult result =
      rowsOf("ts, value", "(1500, 2.5), (NULL, 1), (1100, -3), (1200, NULL), (3000, 99), (1300, 9e999)");
  const ui::QuerySamples samples = ui::readSamples(result, *ui::sampleColumns(result), kTrace);
  EXPECT_EQ(samples.timeless, 1u);
  EXPECT_EQ(samples.outside, 1u);
  EXPECT_EQ(samples.low, -3);
  EXPECT_EQ(samples.high, 2.5);
  ASSERT_EQ(samples.samples.size(), 4u);
  const std::vector<uint32_t> rows{2, 3, 5, 0};
  for (size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(samples.samples[i].row, rows[i]);
    EXPECT_EQ(samples.samples[i].known, i == 0 || i == 3) << i;
  }
}

TEST(QueryTrack, SaysWhatItDoesNotShow) {
  QueryTrack track;
  track.name = "some";
  track.text = "SELECT 1";
  track.take(std::make_shared<SqlResult>(answerTo(
                 "SELECT column1 AS ts, column2 AS dur FROM (VALUES (NULL, 1), (1100, 5), (1200, 5), (5000, 1))", 3)),
             kTrace);
  EXPECT_EQ(track.error, "");
  EXPECT_EQ(ui::notesOn(track),
            (std::vector<std::string>{"the first 3 rows, there are more", "1 row left out: no ts or no dur"}));
  track.kind = QueryTrackKind::Counter;
  track.take(std::make_shared<SqlResult>(answerTo("SELECT 1 AS ts")), kTrace);
  EXPECT_NE(track.error.find("no columns ts and value"), std::string::npos) << track.error;
  track.take(std::make_shared<SqlResult>(answerTo("SELECT nobody")), kTrace);
  EXPECT_EQ(track.error, "no such column: nobody");
  EXPECT_FALSE(track.waiting());
}

TEST(QueryTrack, IsNamedByTheFirstWords) {
  EXPECT_EQ(ui::nameOfQuery("SELECT ts,\n  dur  FROM slice"), "SELECT ts, dur FROM slice");
  EXPECT_EQ(ui::nameOfQuery("SELECT ts, dur, name FROM slice WHERE name = 'something long' AND dur > 5"),
            "SELECT ts, dur, name FROM slice WHERE name = \u2026");
  EXPECT_EQ(ui::nameOfQuery(" \n"), "query");
  EXPECT_EQ(ui::nameOfQuery("-- line 1 of a script\nSELECT /* both */ ts, dur FROM slice;"),
            "SELECT ts, dur FROM slice");
  EXPECT_EQ(ui::nameOfQuery("CREATE VIEW a AS SELECT 1; -- all of it\nSELECT ts FROM a"), "SELECT ts FROM a");
  const std::string word = ui::nameOfQuery("a" + std::string(1000, '\xc3') + "\xa4");
  EXPECT_LE(word.size(), QueryTrackWish::kMaxName);
}

}  // namespace
}  // namespace tp
