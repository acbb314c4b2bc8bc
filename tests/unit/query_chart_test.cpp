// The chart of a query's result: which columns it shows, and what it says of rows without numbers.
#include <gtest/gtest.h>

#include "tests/support/query_window.h"
#include "ui/base/time_text.h"
#include "ui/panels/query_chart.h"

namespace tp {
namespace {

class QueryChart : public test::QueryWindow {
 protected:
  // Asks, and shows the rows as a chart.
  void chart(const std::string& sql) {
    ask(sql);
    ASSERT_TRUE(window.app().command("sql-chart", {}));
    window.settle(0.1f);
  }
};

TEST_F(QueryChart, NamesHaveBars) {
  chart("SELECT 7 AS slice_id, 'left' AS name, 3 AS calls, 'x' AS more UNION ALL SELECT 8, 'right', -4, 'y'");
  EXPECT_TRUE(draws("bars: calls")) << "an id is no figure";
  EXPECT_TRUE(draws("down: name"));
  EXPECT_TRUE(draws("left"));
  EXPECT_TRUE(draws("-4"));
  press("Chart");
  EXPECT_FALSE(draws("bars: calls"));
}

TEST_F(QueryChart, NumbersHavePoints) {
  chart("SELECT 1000 AS ts, 10 AS dur UNION ALL SELECT 3000, 30 UNION ALL SELECT 2000, NULL");
  EXPECT_TRUE(draws("up: dur"));
  EXPECT_TRUE(draws("across: ts"));
  EXPECT_TRUE(draws("1 row has no number here"));
  EXPECT_TRUE(draws("20")) << "a tick";
  EXPECT_TRUE(draws(ui::countText(2000)));
}

TEST_F(QueryChart, IdsAreNoFigures) {
  chart("SELECT 5 AS calls, 6 AS cpu, 7 AS tid, 8 AS depth, 'a' AS name");
  EXPECT_TRUE(draws("bars: calls"));
  press("Chart");
  chart("SELECT 'a' AS name, 3 AS value, 1 AS ts, 4 AS cpu");
  EXPECT_TRUE(draws("up: value"));
  EXPECT_TRUE(draws("across: ts"));
  press("Chart");
  chart("SELECT name, sum(dur) AS time, count(*) AS calls FROM slice WHERE dur > 0 GROUP BY name");
  EXPECT_TRUE(draws("bars: time"));
}

TEST_F(QueryChart, TextAloneHasNone) {
  const SqlResult& result = ask("SELECT 'a' AS one, 'b' AS two");
  EXPECT_FALSE(ui::hasChart(result));
  EXPECT_FALSE(window.app().command("sql-chart", {}));
  EXPECT_FALSE(ui::hasChart(ask("SELECT 1 AS alone")));
}

// Sums of columns that are all NULL, all alike, or larger than what a picture has pixels.
TEST_F(QueryChart, OddNumbersAreDrawn) {
  for (const char* sql : {"SELECT NULL AS a, NULL AS b", "SELECT 5 AS a, 5 AS b", "SELECT 9e999 AS a, 1 AS b",
                          "SELECT -9223372036854775808 AS a, 9223372036854775807 AS b UNION ALL SELECT 9e300, -9e300",
                          "SELECT '' AS a, 0 AS b"}) {
    ask(sql);
    window.app().command("sql-chart", {});
    window.settle(0.1f);
    window.app().command("sql-chart", {});
  }
}

}  // namespace
}  // namespace tp
