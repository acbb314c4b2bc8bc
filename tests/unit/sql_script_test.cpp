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
    database = std::make_unique<SqlDatabase>(trace.tables, trace.cancelled, SqlLimits(), nullptr, trace.trace.get());
  }

  // The result as CSV; of an error, its text and the rest of the script from its place on.
  std::string answer(const std::string& script) {
    SqlError error;
    const std::optional<SqlScript> read = readScript(script, *database, error);
    std::optional<SqlQuery> query;
    if (read) query = database->query(read->query, error);
    if (!query) {
      if (read && error.offset) error.offset = read->placeOf(*error.offset);
      return error.message + (error.offset ? " | " + script.substr(*error.offset) : "");
    }
    return test::csvOf(*query) + query->error().message;
  }

  // Whether an answer is that of `SELECT 1 AS one`.
  static bool isRows(const std::string& answer) { return answer == "one\n1\n"; }

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
  EXPECT_EQ(answer("CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS $x; SELECT 1"),
            "macros can't be made: write what they do into the query | MACRO m(x Expr) RETURNS Expr AS $x; SELECT 1");
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

// By hand: of [0, 30), [10, 12) and [20, 40) of B leave [0, 10) and [12, 20); [50, 60) has nobody, nor has [5, 7) of 2.
// Of B, [30, 40) and [70, 75) are left.
TEST_F(SqlScripts, SpansThatAreLeft) {
  const std::string sides =
      "CREATE PERFETTO TABLE a AS SELECT 0 AS ts, 30 AS dur, 1 AS p, 'x' AS what UNION ALL SELECT 50, 10, 1, 'y' "
      "UNION ALL SELECT 5, 2, 2, 'z' UNION ALL SELECT 65, 0, 1, 'o';"
      "CREATE PERFETTO TABLE b AS SELECT 20 AS ts, 20 AS dur, 1 AS p, 7 AS what UNION ALL SELECT 10, 2, 1, 8 "
      "UNION ALL SELECT 70, 5, 1, 9;";
  const std::string left = "0,10,1,x,\n5,2,2,z,\n10,2,1,x,8\n12,8,1,x,\n20,10,1,x,7\n";
  EXPECT_EQ(answer(sides + "CREATE VIRTUAL TABLE j USING SPAN_LEFT_JOIN(a PARTITIONED p, b PARTITIONED p);"
                           "SELECT * FROM j ORDER BY ts"),
            "ts,dur,p,what,what_2\n" + left + "50,10,1,y,\n65,0,1,o,\n");
  EXPECT_EQ(answer(sides + "CREATE VIRTUAL TABLE j USING span_outer_join(a PARTITIONED p, b PARTITIONED p);"
                           "SELECT * FROM j ORDER BY ts"),
            "ts,dur,p,what,what_2\n" + left + "30,10,1,,7\n50,10,1,y,\n65,0,1,o,\n70,5,1,,9\n");
  EXPECT_EQ(answer(sides + "CREATE VIRTUAL TABLE j USING SPAN_OUTER_JOIN(a, b);"
                           "SELECT ts, dur, what, what_2 FROM j WHERE what = 'z' OR what IS NULL ORDER BY ts"),
            "ts,dur,what,what_2\n5,2,z,\n30,10,,7\n70,5,,9\n");
  for (const char* join : {"SPAN_OUTER_JOIN(a PARTITIONED p, b)", "SPAN_OUTER_JOIN(a, b PARTITIONED p)",
                           "SPAN_LEFT_JOIN(a, b PARTITIONED p)"})
    EXPECT_NE(answer(sides + "CREATE VIRTUAL TABLE j USING " + join + "; SELECT 1").find("belongs to no value"),
              std::string::npos);
  // Spans that overlap on a side of their own leave what none of them has.
  EXPECT_EQ(
      answer("CREATE TABLE a AS SELECT 0 AS ts, 100 AS dur; CREATE TABLE b AS SELECT 10 AS ts, 50 AS dur UNION ALL "
             "SELECT 10, 5 UNION ALL SELECT 20, 10 UNION ALL SELECT 60, 0 UNION ALL SELECT -5, 6;"
             "CREATE VIRTUAL TABLE j USING SPAN_LEFT_JOIN(a, b); SELECT sum(dur) AS s, count(*) AS n FROM j"),
      "s,n\n115,7\n");
}

TEST_F(SqlScripts, FunctionsThatReturnAValue) {
  EXPECT_EQ(answer("CREATE PERFETTO FUNCTION twice(x INT) RETURNS INT AS SELECT $x * 2;"
                   "CREATE PERFETTO FUNCTION four_times(x LONG) RETURNS LONG AS SELECT twice(twice($x));"
                   "SELECT four_times(3) AS a, twice('x' || 4) AS b, twice(NULL) AS c, twice(2.5) AS d"),
            "a,b,c,d\n12,0,,5.0\n");
  // It calls itself, and reads what the script has named before.
  EXPECT_EQ(
      answer("CREATE PERFETTO TABLE base AS SELECT 1 AS one;"
             "CREATE PERFETTO FUNCTION fac(n INT) RETURNS INT AS SELECT CASE WHEN $n <= 1 THEN (SELECT one FROM base) "
             "ELSE $n * fac($n - 1) END; SELECT fac(10) AS f"),
      "f\n3628800\n");
  EXPECT_EQ(answer("CREATE PERFETTO FUNCTION ran(u INT) RETURNS INT AS WITH x AS (SELECT * FROM sched WHERE utid = $u) "
                   "SELECT sum(end_ts - ts) FROM x; SELECT sum(ran(utid)) AS s FROM thread"),
            answer("SELECT sum(end_ts - ts) AS s FROM sched"));
  EXPECT_EQ(answer("CREATE PERFETTO FUNCTION f() RETURNS STRING AS SELECT 'a' WHERE 0; SELECT f() IS NULL AS n"),
            "n\n1\n");
  EXPECT_EQ(answer("CREATE PERFETTO FUNCTION f() RETURNS INT AS SELECT 1;"
                   "CREATE OR REPLACE PERFETTO FUNCTION F() RETURNS INT AS SELECT 2; SELECT f() AS f"),
            "f\n2\n");
  // Another script does not have them.
  EXPECT_EQ(answer("SELECT f()").substr(0, 20), "no such function: f ");
}

TEST_F(SqlScripts, FunctionsThatReturnATable) {
  const std::string made =
      "CREATE PERFETTO FUNCTION upto(n INT, step INT) RETURNS TABLE(i INT, name STRING) AS\n"
      "WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + $step FROM r WHERE i + $step < $n) SELECT i, 'n' || i "
      "FROM "
      "r;";
  EXPECT_EQ(answer(made + "SELECT * FROM upto(7, 3)"), "i,name\n0,n0\n3,n3\n6,n6\n");
  // Its arguments may come from other tables, and it may be met several times.
  EXPECT_EQ(answer(made + "SELECT x.n, u.i, v.name FROM (SELECT 2 AS n UNION ALL SELECT 3) AS x JOIN upto(x.n, 1) AS u "
                          "JOIN upto(u.i + 1, 1) AS v WHERE u.i = v.i ORDER BY 1, 2"),
            "n,i,name\n2,0,n0\n2,1,n1\n3,0,n0\n3,1,n1\n3,2,n2\n");
  EXPECT_EQ(
      answer("CREATE PERFETTO FUNCTION of_thread(u JOINID(thread.id)) RETURNS TABLE(ts TIMESTAMP, dur DURATION) AS "
             "SELECT ts, dur FROM sched WHERE utid = $u; SELECT count(*) AS n FROM thread, of_thread(utid)"),
      answer("SELECT count(*) AS n FROM sched"));
  EXPECT_EQ(answer(made + "SELECT * FROM upto(7)").substr(0, 20), "upto has 2 arguments");
  EXPECT_NE(answer("CREATE PERFETTO FUNCTION f() RETURNS TABLE(a INT, b INT) AS SELECT 1; SELECT 1")
                .find("f returns 2 columns, and its query has 1"),
            std::string::npos);
}

TEST_F(SqlScripts, FunctionsThatAreWrong) {
  EXPECT_EQ(
      answer("CREATE PERFETTO TABLE t AS SELECT 1 AS a; CREATE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT b "
             "FROM t; SELECT 1"),
      "no such column: b | b FROM t; SELECT 1");
  EXPECT_NE(answer("CREATE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT $y; SELECT 1").find("has no argument $y"),
            std::string::npos);
  for (const char* taken : {"count(x INT) RETURNS INT", "abs(x INT) RETURNS INT", "slice() RETURNS TABLE(a INT)",
                            "thread_slice() RETURNS TABLE(a INT)"})
    EXPECT_NE(answer(std::string("CREATE PERFETTO FUNCTION ") + taken + " AS SELECT 1; SELECT 1").find("already"),
              std::string::npos)
        << taken;
  EXPECT_NE(answer("CREATE PERFETTO FUNCTION f() RETURNS INT AS SELECT 1; CREATE PERFETTO FUNCTION f() RETURNS INT AS "
                   "SELECT 2; SELECT 1")
                .find("already"),
            std::string::npos);
  for (const char* wrong :
       {"", "f", "f(", "f(x INT", "f(x INT)", "f(x INT) RETURNS", "f(x INT) RETURNS INT", "f(x INT) RETURNS INT AS",
        "f() RETURNS TABLE", "f() RETURNS TABLE()", "f() RETURNS TABLE(a", "'f'() RETURNS INT AS SELECT 1",
        "f() RETURNS INT AS DELETE FROM thread", "f() RETURNS INT AS PRAGMA journal_mode",
        "f() RETURNS INT AS ATTACH 'x' AS y"})
    EXPECT_FALSE(isRows(answer(std::string("CREATE PERFETTO FUNCTION ") + wrong + "; SELECT 1 AS one"))) << wrong;
}

TEST_F(SqlScripts, FunctionsStayWithinTheBudget) {
  EXPECT_NE(answer("CREATE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT f($x + 1); SELECT f(0)").find("100 deep"),
            std::string::npos);
  EXPECT_NE(
      answer("CREATE PERFETTO FUNCTION f(x INT) RETURNS TABLE(a INT) AS SELECT a + 1 FROM f($x + 1); SELECT * FROM "
             "f(0)")
          .find("100 deep"),
      std::string::npos);
  SqlLimits limits;
  limits.idleSteps = 1 << 20;
  database = std::make_unique<SqlDatabase>(trace.tables, trace.cancelled, limits);
  EXPECT_NE(
      answer("CREATE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT CASE WHEN $x = 0 THEN 1 ELSE f($x - 1) + f($x "
             "- 1) END; SELECT f(60)")
          .find("stopped: it goes on and on"),
      std::string::npos);
  EXPECT_NE(
      answer("CREATE PERFETTO FUNCTION f() RETURNS TABLE(a INT) AS WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT "
             "i + 1 FROM r) SELECT i FROM r; SELECT count(*) FROM f()")
          .find("stopped: it goes on and on"),
      std::string::npos);
  limits = {};
  limits.heapBytes = uint64_t{32} << 20;
  database = std::make_unique<SqlDatabase>(trace.tables, trace.cancelled, limits);
  EXPECT_NE(
      answer("CREATE PERFETTO FUNCTION f(x INT) RETURNS STRING AS SELECT CASE WHEN $x = 0 THEN hex(zeroblob(900000)) "
             "ELSE f($x - 1) || f($x - 1) END; SELECT length(f(9))")
          .find("more memory than is allowed"),
      std::string::npos);
  std::string many;
  const std::string large = "CREATE VIEW v AS SELECT '" + std::string(500000, 'x') + "' AS a;";
  for (int i = 0; i < 100; ++i)
    many.append("CREATE PERFETTO FUNCTION f").append(std::to_string(i)).append("() RETURNS INT AS SELECT 1;");
  EXPECT_NE(answer(large + many + "SELECT 1").find("too many functions"), std::string::npos);
  database = std::make_unique<SqlDatabase>(trace.tables, trace.cancelled);
  trace.cancelled = true;
  EXPECT_NE(
      answer("CREATE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT CASE WHEN $x = 0 THEN 1 ELSE f($x - 1) + f($x "
             "- 1) END; SELECT f(60)")
          .find("cancelled"),
      std::string::npos);
}

TEST_F(SqlScripts, MacrosAreTables) {
  const std::string three = "(VALUES (10, 20), (15, 5), (30, -1))";
  EXPECT_EQ(answer("SELECT * FROM intervals_overlap_count!((SELECT column1 AS ts, column2 AS dur FROM " + three +
                   "), ts, dur)"),
            "ts,value\n10,1\n15,2\n20,1\n30,1\n");
  // One within another, and in a part of the script.
  EXPECT_EQ(answer("CREATE VIEW v AS SELECT * FROM intervals_overlap_count!((SELECT ts, 1 AS dur FROM "
                   "Intervals_Overlap_Count!((SELECT column1 AS ts, column2 AS dur FROM " +
                   three + "), ts, dur)), ts, dur);\nSELECT count(*) AS n, max(value) AS most FROM v"),
            "n,most\n8,1\n");
  const std::string numbered = "(SELECT row_number() OVER () AS id, column1 AS ts, column2 AS dur FROM " + three + ")";
  EXPECT_EQ(answer("SELECT * FROM _interval_intersect!((" + numbered + ", " + numbered + "), ()) WHERE id_0 < id_1"),
            "ts,dur,id_0,id_1\n15,5,1,2\n");
  EXPECT_EQ(answer("SELECT 1 AS one WHERE 1 != 2"), "one\n1\n");
}

TEST_F(SqlScripts, MacrosThatCanNotBeUnderstood) {
  EXPECT_EQ(answer("SELECT 1;\nSELECT * FROM other!(a)"), "there is no macro other | other!(a)");
  for (const char* given : {"", "()", "(a)", "(a, b, c", "(a, , c)", "(a, b, c, d)"})
    EXPECT_NE(answer("SELECT * FROM intervals_overlap_count!" + std::string(given)), "") << given;
  for (const char* given :
       {"(a, b)", "((a), ())", "((a, b))", "((a, b, c, d, e, f), ())", "((a, , b), ())", "((a, b), (,))"})
    EXPECT_NE(answer("SELECT * FROM _interval_intersect!" + std::string(given)).find("other arguments"),
              std::string::npos)
        << given;
  // The place is that in the script.
  EXPECT_EQ(answer("SELECT * FROM intervals_overlap_count!((SELECT nobody AS ts, 1 AS dur FROM slice), ts, dur)"),
            "no such column: nobody | nobody AS ts, 1 AS dur FROM slice), ts, dur)");
  EXPECT_EQ(answer("SELECT *\nFROM intervals_overlap_count!(slice, ts, dur)\nWHERE nobody = 1"),
            "no such column: nobody | nobody = 1");
  std::string many = "SELECT 1 AS one";
  for (int i = 0; i < 200; ++i) many += ", (SELECT 1 FROM intervals_overlap_count!(slice, ts, dur))";
  EXPECT_NE(answer(many).find("too many macros"), std::string::npos);
}

TEST_F(SqlScripts, TheLibraryIsThere) {
  for (const char* call : {"ancestor_slice(1)",
                           "descendant_slice(1)",
                           "following_flow(1)",
                           "preceding_flow(NULL)",
                           "cpu_utilization_per_period(0)",
                           "cpu_utilization_per_period(-5)",
                           "cpu_utilization_per_period('x')",
                           "thread_states_between(-1, 0, 1)",
                           "thread_states_between(9e18, NULL, 'x')",
                           "thread_states_between(0, 9223372036854775807, 0)",
                           "critical_path(-1, 0, 1)",
                           "critical_path(0, 0, 1)",
                           "critical_path(9e18, 0, 1)",
                           "critical_path(1, NULL, 1)",
                           "critical_path(NULL, 0, 1)",
                           "critical_path(1, 5, 5)",
                           "critical_path(1, 9223372036854775807, -9223372036854775807)",
                           "critical_path('x', 'y', 'z')",
                           "compare_functions(NULL, NULL)",
                           "compare_functions(NULL, NULL, -9223372036854775807 - 1, 9223372036854775807)"})
    EXPECT_EQ(answer("SELECT count(*) * 0 AS none FROM " + std::string(call)), "none\n0\n") << call;
  EXPECT_NE(answer("SELECT * FROM thread_states_between(1, 2)").find("3 arguments"), std::string::npos);
  EXPECT_NE(answer("SELECT * FROM critical_path(1)").find("3 arguments"), std::string::npos);
  EXPECT_NE(answer("SELECT * FROM compare_functions(NULL)").find("2 to 6 arguments"), std::string::npos);
  EXPECT_NE(answer("SELECT * FROM compare_functions('x', NULL)").find("one trace is open"), std::string::npos);
  // Before the trace and behind it, nothing is known.
  EXPECT_EQ(answer("SELECT min(ts) < 0 AS early, max(ts + dur) > (SELECT end_ts FROM trace_bounds) AS late\n"
                   "FROM critical_path(1, -9223372036854775807, 9223372036854775807)"),
            "early,late\n1,1\n");
  EXPECT_NE(answer("CREATE PERFETTO FUNCTION trace_dur() RETURNS INT AS SELECT 1; SELECT 1").find("already"),
            std::string::npos);
  EXPECT_NE(answer("SELECT time_from_days(1e18)").find("more nanoseconds"), std::string::npos);
  EXPECT_NE(answer("SELECT percentile(ts, 101) FROM sched").find("from 0 to 100"), std::string::npos);
  EXPECT_NE(answer("SELECT median(name) FROM slice").find("takes numbers"), std::string::npos);
  EXPECT_NE(answer("SELECT 1 WHERE 'a' REGEXP '('").find("no regular expression"), std::string::npos);
  EXPECT_EQ(answer("SELECT 'abc' REGEXP 'b+' AS a, NULL REGEXP 'b' AS b, '' REGEXP '^$' AS c"), "a,b,c\n1,,1\n");
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
