// Reading ahead, as far as it may have come, changes no answer about a range, however few places are kept.
#include "core/tables/place_scan.h"

#include <gtest/gtest.h>

#include <string>

#include "core/sql/sql_database.h"
#include "tests/support/each_trace.h"
#include "tests/support/open_tables.h"
#include "tests/support/sql_answers.h"

namespace tp {
namespace {

class PlaceScans : public testing::TestWithParam<std::string> {};

std::string answered(SqlDatabase& database, const std::string& sql) {
  SqlError error;
  std::optional<SqlQuery> query = database.query(sql, error);
  return query ? test::csvOf(*query) : "error: " + error.message;
}

// Ranges of a tenth of the trace, of slices and of events. `plus`: keeps the condition from the table.
std::string ranges(SqlDatabase& database, const std::string& plus) {
  std::string all;
  for (int part : {0, 4, 9}) {
    for (const char* select : {"SELECT id, ts, dur, name, depth, parent_id FROM slice",
                               "SELECT row, ts, name FROM event", "SELECT id, ts, value FROM counter"}) {
      const std::string from = "(SELECT start_ts + (end_ts - start_ts) * " + std::to_string(part) + " / 10";
      all += answered(database, std::string(select) + " WHERE " + plus + "ts BETWEEN " + from +
                                    " FROM trace_bounds) AND " + from +
                                    " + (end_ts - start_ts) / 10 FROM trace_bounds) ORDER BY 1");
    }
  }
  return all;
}

TEST_P(PlaceScans, ChangeNoAnswer) {
  test::OpenTables plain(GetParam());
  ASSERT_TRUE(plain.reader);
  SqlDatabase database(plain.tables, plain.cancelled);
  const std::string expected = ranges(database, "+");
  ASSERT_GT(expected.size(), 1000u);
  ASSERT_EQ(expected.find("error: "), std::string::npos) << expected;
  // How many steps it makes before the questions, and the bytes that places may take.
  for (const int steps : {0, 1, 3, 1'000'000}) {
    for (const uint64_t bytes : {uint64_t{0}, uint64_t{3000}, uint64_t{1} << 30}) {
      test::OpenTables trace(GetParam());
      trace.trace->notePointsEvery(30, bytes);
      SqlDatabase ahead(trace.tables, trace.cancelled);
      PlaceScan scan(*trace.trace, *trace.table("slice").coded());
      bool more = true;
      for (int i = 0; i < steps && more; ++i) more = scan.step();
      if (steps > 3) {
        EXPECT_FALSE(more);
      }
      EXPECT_EQ(ranges(ahead, ""), expected) << steps << " steps, " << bytes << " bytes";
      // It goes on among questions.
      while (more) more = scan.step();
      EXPECT_EQ(ranges(ahead, ""), expected) << steps << " steps and the rest, " << bytes << " bytes";
    }
  }
}

TEST_P(PlaceScans, EndWhereTheTraceIsCancelled) {
  test::OpenTables trace(GetParam());
  PlaceScan scan(*trace.trace, *trace.table("slice").coded());
  trace.cancelled = true;
  EXPECT_FALSE(scan.step());
}

INSTANTIATE_TEST_SUITE_P(Each, PlaceScans,
                         testing::Values(test::sourcePath("assets/samples/kitchen/data"),
                                         test::dataPath("xray/fdr-v3.xray"), test::dataPath("tracecmd/v7-zstd.dat"),
                                         test::dataPath("lttng/busy")),
                         test::traceTestName);

}  // namespace
}  // namespace tp
