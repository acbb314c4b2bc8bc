// Scripts as people write them for Perfetto.
#include <gtest/gtest.h>

#include "core/sql/sql_script.h"
#include "core/text/sql_words.h"
#include "tests/support/open_tables.h"
#include "tests/support/samples.h"
#include "tests/support/sql_answers.h"

namespace tp {
namespace {

class SqlScripts : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(trace.reader);
    database = std::make_unique<SqlDatabase>(trace.tables, trace.cancelled);
  }

  // The result as CSV; of an error, its text and the rest of the script from its place on.
  std::string answer(const std::string& script) {
    SqlError error;
    const std::optional<SqlScript> read = readScript(script, columnsBy(*database), error);
    std::optional<SqlQuery> query;
    if (read) query = database->query(read->query, error);
    if (!query) {
      if (read && error.offset) error.offset = read->placeOf(*error.offset);
      return error.message + (error.offset ? " | " + script.substr(*error.offset) : "");
    }
    return test::csvOf(*query) + query->error().message;
  }

  test::OpenTables trace{test::samplesPath("tracecmd") + "/v7-none-sched/trace.dat"};
  std::unique_ptr<SqlDatabase> database;
};

TEST(SqlWords, QuotesAndComments) {
  std::vector<std::string> words;
  for (const SqlWord& word : sqlWords("a.b -- c;\n'it''s;' /* ; */\"x\"\"y\" [z]<= 12 'open"))
    words.emplace_back(word.text);
  EXPECT_EQ(words, (std::vector<std::string>{"a", ".", "b", "'it''s;'", "\"x\"\"y\"", "[z]", "<", "=", "12", "'open"}));
  EXPECT_TRUE(sqlWords("  -- nothing").empty());
  EXPECT_TRUE(sqlWords("/*").empty());
}

TEST_F(SqlScripts, PartsBecomeOneQuery) {
  EXPECT_EQ(answer("INCLUDE PERFETTO MODULE slices.with_context;\n"
                   "DROP VIEW IF EXISTS few;\n"
                   "CREATE PERFETTO TABLE few AS SELECT 1 AS a UNION ALL SELECT 2;\n"
                   "create or replace perfetto view \"some more\"(b INT, c LONG) as select a, a * 10 from few;\n"
                   "WITH x AS (SELECT sum(b) AS s, sum(c) AS t FROM \"some more\") SELECT * FROM x;"),
            "s,t\n3,30\n");
  EXPECT_EQ(
      answer("CREATE VIEW n AS SELECT 3 AS a; WITH RECURSIVE r(i) AS (SELECT a FROM n UNION ALL SELECT i + 1 FROM r "
             "WHERE i < 5) SELECT max(i) AS m FROM r"),
      "m\n5\n");
  EXPECT_EQ(answer("INCLUDE PERFETTO MODULE x; SELECT 1 AS one"), "one\n1\n");
}

TEST_F(SqlScripts, AnErrorIsMarkedWhereItStands) {
  EXPECT_EQ(answer("CREATE VIEW v AS SELECT nobody FROM thread; SELECT * FROM v"),
            "no such column: nobody | nobody FROM thread; SELECT * FROM v");
  EXPECT_EQ(answer("CREATE VIEW v AS SELECT 1 AS a; SELECT b FROM v"), "no such column: b | b FROM v");
  EXPECT_EQ(answer("CREATE VIEW v AS SELECT 1 AS a;"), "there is no query behind what it needs | ");
  EXPECT_EQ(
      answer("CREATE PERFETTO FUNCTION f() RETURNS INT AS SELECT 1; SELECT 1"),
      "functions and macros can't be made: write what they do into the query | FUNCTION f() RETURNS INT AS SELECT 1; "
      "SELECT 1");
  EXPECT_EQ(answer("SELECT 1; SELECT 2").substr(0, 23), "one query at a time: an");
  EXPECT_NE(answer("CREATE TABLE t(a INT); SELECT 1").find("expected AS"), std::string::npos);
  EXPECT_NE(answer("CREATE VIEW v AS DELETE FROM thread; SELECT * FROM v").find("syntax error"), std::string::npos);
  EXPECT_NE(answer("CREATE VIRTUAL TABLE s USING SPAN_JOIN(sched); SELECT 1").find("two tables"), std::string::npos);
  EXPECT_NE(answer("CREATE VIRTUAL TABLE s USING SPAN_JOIN(sched, nobody); SELECT 1").find("no such table"),
            std::string::npos);
  EXPECT_NE(answer("CREATE VIRTUAL TABLE s USING SPAN_JOIN(sched, thread); SELECT 1").find("thread has no column"),
            std::string::npos);
}

// By hand: [0, 10) and [5, 25) of 1 have [5, 10) in common, [10, 20) and [5, 25) have [10, 20). The last of `b` has no
// known end, and that of 2 is of nobody else.
TEST_F(SqlScripts, SpanJoin) {
  const std::string sides =
      "CREATE PERFETTO TABLE a AS SELECT 0 AS ts, 10 AS dur, 1 AS p, 'x' AS what UNION ALL SELECT 10, 10, 1, 'y' "
      "UNION ALL SELECT 0, 100, 3, 'z';"
      "CREATE PERFETTO TABLE b AS SELECT 5 AS ts, 20 AS dur, 1 AS p, 7 AS what UNION ALL SELECT 0, 5, 2, 8 "
      "UNION ALL SELECT 30, -1, 3, 9;";
  EXPECT_EQ(answer(sides + "CREATE VIRTUAL TABLE both USING SPAN_JOIN(a PARTITIONED p, b PARTITIONED p);"
                           "SELECT * FROM both ORDER BY ts"),
            "ts,dur,p,what,what_2\n5,5,1,x,7\n10,10,1,y,7\n");
  EXPECT_EQ(answer(sides + "CREATE VIRTUAL TABLE both USING SPAN_JOIN(a PARTITIONED p, b);"
                           "SELECT count(*) AS n, sum(dur) AS sum FROM both"),
            "n,sum\n5,45\n");
}

// How long each thread ran is the same by what it did and by who was on each CPU at that time.
TEST_F(SqlScripts, SpanJoinOfTheTrace) {
  const std::string joined =
      "CREATE VIRTUAL TABLE both USING SPAN_JOIN(sched PARTITIONED utid, thread_state PARTITIONED utid);"
      "SELECT sum(dur) AS sum FROM both WHERE state = 'Running'";
  EXPECT_EQ(answer(joined), answer("SELECT sum(end_ts - ts) AS sum FROM sched"));
}

}  // namespace
}  // namespace tp
