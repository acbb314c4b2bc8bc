// Queries: what a table leaves out or groups by itself changes no result, and no query does more than read.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/sql/sql_database.h"
#include "core/sql/sql_plan.h"
#include "core/sql/sql_views.h"
#include "core/tables/result_text.h"
#include "tests/support/each_trace.h"
#include "tests/support/open_tables.h"

namespace tp {
namespace {

// The lines of a result as CSV, or the error.
std::vector<std::string> answer(SqlDatabase& database, const std::string& sql) {
  SqlError error;
  std::optional<SqlQuery> query = database.query(sql, error);
  if (!query) return {"error: " + error.message};
  ResultText text(ResultFormat::Csv, query->columns());
  std::vector<std::string> lines;
  std::vector<Cell> cells(query->columns().size());
  for (SqlQuery::Step step; (step = query->step()) != SqlQuery::Step::End;) {
    if (step == SqlQuery::Step::Failed) return {"error: " + query->error().message};
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = query->cell(i);
    std::string line;
    text.row(cells, line);
    lines.push_back(std::move(line));
  }
  // The first one has the names of the columns as well.
  if (!lines.empty()) lines.front().erase(0, lines.front().find('\n') + 1);
  return lines;
}

std::vector<std::string> sorted(std::vector<std::string> lines) {
  std::sort(lines.begin(), lines.end());
  return lines;
}

// Returns the text with `by` for each `mark`.
std::string filled(const std::string& text, char mark, std::string_view by) {
  std::string out;
  for (char c : text) {
    if (c == mark)
      out += by;
    else
      out += c;
  }
  return out;
}

bool isError(const std::vector<std::string>& lines) {
  return lines.size() == 1 && lines.front().compare(0, 7, "error: ") == 0;
}

// Each query is asked of SQLite alone as well, which takes its time on the large ones.
std::vector<std::string> smallTraces() {
  constexpr uintmax_t kMax = 200'000;
  std::vector<std::string> small = test::eachTrace(2);
  std::erase_if(small, [](const std::string& path) {
    uintmax_t bytes = 0;
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) bytes = std::filesystem::file_size(path, error);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path, error))
      if (entry.is_regular_file(error)) bytes += entry.file_size(error);
    // A packed text has as many rows as a trace of twenty times its size.
    return bytes * (path.ends_with(".gz") ? 20 : 1) > kMax;
  });
  return small;
}

class Sql : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    trace = std::make_unique<test::OpenTables>(GetParam());
    if (!trace->reader) GTEST_SKIP();
    trace->trace->notePointsEvery(40);
    database = std::make_unique<SqlDatabase>(trace->tables, trace->cancelled);
  }
  // Asks twice: as it is, and with a plus for each `@`, which keeps a column from the table. The answers have the same
  // rows, in any order or in the same.
  void alike(const std::string& sql, bool ordered = false) {
    const std::string told = filled(sql, '@', ""), alone = filled(sql, '@', "+");
    std::vector<std::string> first = answer(*database, told), second = answer(*database, alone);
    EXPECT_FALSE(isError(first)) << told << ": " << first.front();
    EXPECT_TRUE(ordered ? first == second : sorted(first) == sorted(second)) << told << "\n" << alone;
  }

  std::unique_ptr<test::OpenTables> trace;
  std::unique_ptr<SqlDatabase> database;
};

TEST_P(Sql, GroupsOfTheTableAreThoseOfSqlite) {
  for (const char* columns :
       {"@name", "@depth", "@track_id, @name", "@category, @incomplete", "@thread_name", "@pid, @tid, @depth"}) {
    alike(filled("SELECT $, count(*), sum(dur), min(ts), max(end_ts), count(parent_id) FROM slice GROUP BY $", '$',
                 columns));
    alike(filled("SELECT DISTINCT $ FROM slice", '$', columns));
    alike(filled("SELECT DISTINCT $ FROM slice WHERE @dur > 1000", '$', columns));
  }
  alike("SELECT @utid, @state, count(*), sum(dur) FROM thread_state GROUP BY @utid, @state");
  alike("SELECT @utid, @state, @waker_utid, @irq_context, count(*) FROM wait GROUP BY 1, 2, 3, 4");
  alike("SELECT @name, @kind, count(*), min(ts), sum(dur) FROM event GROUP BY @name, @kind");
  alike("SELECT DISTINCT @cpu, @comm FROM event");
  alike("SELECT @tid, max(args), count(id) FROM event GROUP BY @tid");
  alike("SELECT @s.name, count(*) FROM slice AS s JOIN thread AS t ON @s.utid = @t.utid GROUP BY @s.name");
  alike("SELECT @t.name, @s.name, count(*) FROM thread AS t JOIN slice AS s ON @s.utid = @t.utid GROUP BY 1, 2");
}

TEST_P(Sql, OrdersOfTheTableAreThoseOfSqlite) {
  for (const char* order : {"", " DESC"}) {
    for (const char* column : {"@name", "@depth", "@incomplete", "@thread_name", "@track_id"}) {
      const std::string grouped = filled("SELECT $, count(*), sum(dur) FROM slice GROUP BY $ ORDER BY $~", '$', column);
      alike(filled(grouped, '~', order), true);
      alike(filled(filled("SELECT DISTINCT $ FROM slice ORDER BY $~", '$', column), '~', order), true);
    }
    alike(filled("SELECT @name, @tid, count(*) FROM slice GROUP BY @name, @tid ORDER BY @name~, @tid", '~', order),
          true);
  }
}

TEST_P(Sql, FirstRowsOfTheTableAreThoseOfSqlite) {
  const char* const conditions[] = {
      "",
      "WHERE depth = 1",
      "WHERE name = 'main' AND depth < 3",
      "WHERE dur > 1000",
      "WHERE dur > 1000.5",
      "WHERE name LIKE '%a%'",
      "WHERE dur > depth",
      "WHERE depth IN (1, 2)",
      "WHERE parent_id IS NULL",
      "WHERE name = 5",
      "WHERE depth = '1'",
  };
  for (const char* condition : conditions)
    for (const char* column : {"@dur", "@dur DESC", "@parent_id", "@parent_id DESC", "@ts DESC"})
      for (const char* limit : {"20", "0", "-1", "3 OFFSET 2", "1 + 1"}) {
        const std::string from = filled(filled("FROM slice ~ ORDER BY $ LIMIT ", '~', condition), '$', column) + limit;
        alike(filled(std::string("SELECT $, 0 + $ ") + from, '$',
                     column[1] == 'd'   ? "dur"
                     : column[1] == 't' ? "ts"
                                        : "parent_id"),
              true);
      }
  alike("SELECT state, ts, dur FROM thread_state ORDER BY @ts DESC, id LIMIT 5");
  // Equal numbers keep the order of the rows.
  const std::vector<std::string> least =
      answer(*database, "SELECT id FROM slice WHERE depth = (SELECT min(depth) FROM slice) LIMIT 10");
  EXPECT_EQ(answer(*database, "SELECT id FROM slice ORDER BY depth LIMIT " + std::to_string(least.size())), least);
}

TEST_P(Sql, WhatATableLeavesOutIsWhatSqliteLeavesOut) {
  const std::string middle = "(SELECT (start_ts + end_ts) / 2 FROM trace_bounds)";
  const char* const conditions[] = {
      "ts >= ~",
      "ts < ~",
      "end_ts <= ~ + 0.5",
      "dur > 1000.5",
      "dur = -1",
      "dur < 'text'",
      "name = (SELECT name FROM slice LIMIT 1)",
      "name = 'nobody is called so'",
      "name = (SELECT upper(name) FROM slice LIMIT 1) COLLATE NOCASE",
      "utid = (SELECT min(utid) FROM thread)",
      "tid = (SELECT max(tid) FROM thread)",
      "tid IN (SELECT tid FROM thread ORDER BY tid LIMIT 2)",
      "track_id = (SELECT max(track_id) FROM slice)",
      "cpu = 0",
      "depth BETWEEN 1 AND 2",
      "incomplete = 'open'",
      "incomplete IS NULL",
      "thread_name = (SELECT name FROM thread LIMIT 1)",
  };
  for (const char* condition : conditions)
    alike(filled(filled("SELECT * FROM slice WHERE @$", '$', condition), '~', middle));
  // What was noted by the first scan of a range is used by the others.
  const std::string tenth =
      "WHERE @ts BETWEEN (SELECT start_ts + (end_ts - start_ts) * $ / 10 FROM trace_bounds)\n"
      "  AND (SELECT start_ts + (end_ts - start_ts) * ($ + 1) / 10 FROM trace_bounds)";
  for (const char* table : {"slice ", "instant ", "counter ", "gap ", "loss ", "event ", "event_field "})
    for (int part = 0; part < 10; ++part)
      alike(filled("SELECT * FROM ~", '~', table).append(filled(tenth, '$', std::to_string(part))));
  alike(filled("SELECT * FROM event WHERE @ts >= ~", '~', middle));
  alike("SELECT row, args FROM event WHERE @name = (SELECT name FROM event LIMIT 1)");
  alike("SELECT * FROM event_field WHERE @key = (SELECT key FROM event_field LIMIT 1)");
  alike("SELECT * FROM thread_state WHERE @utid = 1 AND @state = 'S'");
  for (const char* condition : {"state = 'R'", "waker_utid IS NULL", "irq_context = 'hardirq'", "next_cpu = 0",
                                "woken_ts >= ~", "end_ts < ~", "dur = -1", "incomplete = 'lost'"})
    alike(filled(filled("SELECT * FROM wait WHERE @$", '$', condition), '~', middle));
}

TEST_P(Sql, RowsThatAreLookedUpAreThoseOfAScan) {
  for (const char* condition :
       {"row = 0", "row = 47", "row = -1", "row = 9e300", "row BETWEEN 50 AND 130", "row > 90 AND row < 95.5",
        "row >= (SELECT max(row) FROM event) - 2", "row IN (90, 3, 41, 3, NULL)", "row < 120 AND ts >= ~"}) {
    const std::string where = filled(condition, '~', "(SELECT (start_ts + end_ts) / 2 FROM trace_bounds)");
    alike("SELECT * FROM event WHERE @" + where);
    alike("SELECT * FROM event_field WHERE @" + where);
  }
  alike("SELECT row, dur, waited FROM event WHERE @row BETWEEN 20 AND 60");
  alike("SELECT * FROM event WHERE @arg_set_id = 12");
  alike("SELECT * FROM event WHERE @row = 5 OR @name = (SELECT name FROM event LIMIT 1)");
  alike("SELECT * FROM event_field WHERE @row = 5 OR @row = 3 AND @key = 'pid' OR @ts = (SELECT max(ts) FROM event)");
  // Upwards, downwards, and one within the other.
  for (const char* order : {"", "DESC"})
    alike(
        filled("SELECT e.row, e.args, f.key, f.shown FROM (SELECT row AS r FROM event WHERE row < 200 AND row % 31 = 0 "
               "ORDER BY row ~) AS x JOIN event AS e ON @e.row = x.r JOIN event_field AS f ON @f.row = e.row",
               '~', order));
  alike("SELECT * FROM slice WHERE @id IN (SELECT id FROM slice ORDER BY dur DESC, id LIMIT 5)");
  alike(
      "SELECT s.id, p.* FROM (SELECT * FROM slice ORDER BY ts DESC, id LIMIT 9) AS s JOIN slice AS p\n"
      "ON @p.id = s.parent_id");
  alike(
      "SELECT s.id, p.id FROM slice AS s LEFT JOIN slice AS p ON @p.id = nullif(s.parent_id, s.parent_id) WHERE "
      "s.depth "
      "= 1");
  alike("SELECT * FROM slice WHERE @name = NULL OR @ts < NULL OR @depth = (SELECT depth FROM slice WHERE 0)");
  alike("SELECT * FROM slice WHERE @id > (SELECT max(id) FROM slice) - 3");
  alike(
      "SELECT * FROM slice WHERE @id = (SELECT max(id) FROM slice) OR @ts = (SELECT min(ts) FROM slice) OR\n"
      "@name = (SELECT name FROM slice LIMIT 1)");
  alike("SELECT * FROM instant WHERE @id IN (SELECT id FROM instant ORDER BY ts DESC, id LIMIT 3)");
  alike("SELECT * FROM thread WHERE @tid = (SELECT max(tid) FROM thread) OR @utid = 1 OR @upid = 1");
}

TEST_P(Sql, ArgumentsAreThoseOfTheirRecords) {
  constexpr const char* kRecords = "(SELECT count(*) FROM event)";
  EXPECT_EQ(answer(*database, "SELECT row, key, value, shown FROM event_field"),
            answer(*database, filled("SELECT arg_set_id, flat_key, coalesce(int_value, string_value, real_value),\n"
                                     "display_value FROM args WHERE +arg_set_id < ~",
                                     '~', kRecords)));
  // Each set of what is drawn is found, alone and in between.
  for (const char* table : {"slice", "instant"}) {
    alike(
        filled("SELECT a.* FROM (SELECT arg_set_id AS s FROM ~ ORDER BY id LIMIT 6) AS x JOIN args AS a\n"
               "ON @a.arg_set_id = x.s",
               '~', table));
    alike(
        filled("SELECT a.* FROM (SELECT arg_set_id AS s FROM ~ ORDER BY id DESC LIMIT 6) AS x JOIN args AS a\n"
               "ON @a.arg_set_id = x.s WHERE a.key = (SELECT key FROM event_field LIMIT 1)",
               '~', table));
  }
  const char* const key = "(SELECT key FROM event_field LIMIT 1)";
  EXPECT_EQ(
      answer(*database, filled("SELECT row, value FROM event_field WHERE key = ~ AND row < 99", '~', key)),
      answer(*database, filled("SELECT row, EXTRACT_ARG(arg_set_id, ~) AS v FROM event WHERE row < 99 AND v IS NOT "
                               "NULL",
                               '~', key)));
  for (const char* none : {"NULL", "-1", "9223372036854775807", "-9223372036854775807 - 1", "1099511627775", "'text'"})
    EXPECT_EQ(answer(*database, filled("SELECT EXTRACT_ARG(~, 'pid')", '~', none)), std::vector<std::string>{"\n"});
}

TEST_P(Sql, EveryTableAndViewCanBeRead) {
  for (const std::unique_ptr<Table>& table : trace->tables)
    EXPECT_FALSE(isError(answer(*database, "SELECT * FROM " + std::string(table->name()) + " LIMIT 3")))
        << table->name();
  for (const SqlView& view : sqlViews())
    EXPECT_FALSE(isError(answer(*database, "SELECT * FROM " + std::string(view.name) + " LIMIT 3"))) << view.name;
}

INSTANTIATE_TEST_SUITE_P(Each, Sql, testing::ValuesIn(smallTraces()), test::traceTestName);

class HostileSql : public testing::Test {
 protected:
  HostileSql() : trace(test::sourcePath("assets/samples/kitchen/data")) {}
  std::vector<std::string> ask(const std::string& sql, const SqlLimits& limits = {}) {
    SqlDatabase database(trace.tables, trace.cancelled, limits);
    return answer(database, sql);
  }

  test::OpenTables trace;
};

TEST_F(HostileSql, CanOnlyRead) {
  for (const char* sql : {"CREATE TABLE a(b)",
                          "CREATE TEMP TABLE a(b)",
                          "CREATE VIEW a AS SELECT 1",
                          "DROP VIEW thread_slice",
                          "CREATE VIRTUAL TABLE a USING fts5(b)",
                          "INSERT INTO slice VALUES (1)",
                          "DELETE FROM slice",
                          "UPDATE slice SET ts = 1",
                          "ATTACH 'file' AS other",
                          "ATTACH ':memory:' AS other",
                          "DETACH main",
                          "PRAGMA temp_store_directory = '/tmp'",
                          "PRAGMA writable_schema = 1",
                          "PRAGMA journal_mode",
                          "SELECT * FROM pragma_table_list",
                          "VACUUM INTO 'file'",
                          "BEGIN",
                          "COMMIT",
                          "SAVEPOINT a",
                          "REINDEX",
                          "ANALYZE",
                          "ALTER TABLE slice RENAME TO a",
                          "SELECT load_extension('a.so')",
                          "SELECT fts3_tokenizer('simple')",
                          "SELECT * FROM pragma_database_list",
                          "SELECT writefile('a', 'b')",
                          "SELECT edit('a')",
                          "SELECT readfile('a')"})
    EXPECT_TRUE(isError(ask(sql))) << sql;
}

TEST_F(HostileSql, IsOneStatement) {
  EXPECT_TRUE(isError(ask("SELECT 1; SELECT 2")));
  EXPECT_TRUE(isError(ask("SELECT 1; nonsense")));
  EXPECT_TRUE(isError(ask("")));
  EXPECT_TRUE(isError(ask("-- nothing")));
  EXPECT_FALSE(isError(ask("SELECT 1; -- more")));
  EXPECT_FALSE(isError(ask("SELECT 1;\n /* more */ ;")));
}

TEST_F(HostileSql, DoesNotGoOnForEver) {
  SqlLimits limits;
  limits.idleSteps = 1 << 22;
  const std::string endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) ";
  EXPECT_TRUE(isError(ask(endless + "SELECT count(*) FROM c", limits)));
  EXPECT_TRUE(isError(ask(endless + "SELECT x FROM c WHERE x < 0", limits)));
  EXPECT_TRUE(isError(ask("WITH RECURSIVE c(x) AS (SELECT 1 UNION SELECT x + 1 FROM c) SELECT max(x) FROM c", limits)));
  limits.seconds = 0.2;
  limits.idleSteps = uint64_t{1} << 60;
  EXPECT_TRUE(isError(ask(endless + "SELECT count(*) FROM c", limits)));
  const std::string product =
      "SELECT count(*) FROM slice AS a, slice AS b, slice AS c WHERE a.dur + b.dur + c.dur = -9";
  EXPECT_TRUE(isError(ask(product, limits)));
}

TEST_F(HostileSql, StaysWithinItsMemory) {
  SqlLimits limits;
  limits.heapBytes = uint64_t{32} << 20;
  EXPECT_TRUE(
      isError(ask("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 1000000) "
                  "SELECT length(group_concat(hex(randomblob(1000)))) FROM c",
                  limits)));
  EXPECT_TRUE(isError(ask("SELECT length(zeroblob(1000000000))", limits)));
  EXPECT_TRUE(isError(ask("SELECT length(printf('%.*c', 1000000000, 'x'))", limits)));
  std::string nested;
  for (int i = 0; i < 3000; ++i) nested += "1+(";
  EXPECT_TRUE(isError(ask("SELECT " + nested + "1" + std::string(3000, ')'), limits)));
  EXPECT_TRUE(isError(ask(std::string(2000000, ' ') + "SELECT 1", limits)));
  // It works again afterwards.
  EXPECT_EQ(ask("SELECT count(*) > 0 FROM slice"), std::vector<std::string>{"1\n"});
}

TEST_F(HostileSql, IsCancelled) {
  trace.cancelled = true;
  EXPECT_TRUE(isError(ask("SELECT count(*) FROM slice")));
}

TEST_F(HostileSql, IsToldWhereItIsWrong) {
  SqlDatabase database(trace.tables, trace.cancelled);
  SqlError error;
  EXPECT_FALSE(database.query("SELECT 1 FROM slice WHERE dur > 15ms", error));
  EXPECT_NE(error.message.find("write 15000000 where the clock counts nanoseconds"), std::string::npos)
      << error.message;
  EXPECT_FALSE(database.query("SELECT 15xyz FROM slice", error));
  EXPECT_EQ(error.message.find("units"), std::string::npos) << error.message;
  EXPECT_FALSE(database.query("SELECT nme FROM slice", error));
  EXPECT_EQ(error.offset, 7u);
  EXPECT_FALSE(database.query("SELECT name FROM slice; SELECT 2", error));
  EXPECT_EQ(error.offset, 23u);
}

TEST(SqlPlan, IsReadAsItWasWritten) {
  SqlPlan plan;
  plan.terms = {{3, SqlOperator::Equal}, {17, SqlOperator::AtLeast}};
  plan.wanted = ~uint64_t{0};
  plan.groupBy = {{5, false}, {2, true}};
  plan.oneOfEach = true;
  EXPECT_EQ(SqlPlan::of(plan.text()), plan);
  plan.first = {7, true, 20};
  EXPECT_EQ(SqlPlan::of(plan.text()), plan);
  EXPECT_EQ(SqlPlan::of(SqlPlan().text()), SqlPlan());
  EXPECT_FALSE(SqlPlan::of(""));
  EXPECT_FALSE(SqlPlan::of("1 1 3:9 0 0 0."));
  EXPECT_FALSE(SqlPlan::of("1 0 0 2 0."));
  EXPECT_FALSE(SqlPlan::of("1 0 0 1 3:2:4 0."));
  EXPECT_FALSE(SqlPlan::of(plan.text() + "x"));
}

TEST(SqlPlan, LimitsAreNoNarrowerThanTheComparison) {
  auto limit = [](SqlOperator how, auto value) {
    ColumnLimit one;
    narrow(one, how, value);
    return std::pair(one.least, one.most);
  };
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min(), kMax = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(limit(SqlOperator::Less, int64_t{5}), std::pair(kLeast, int64_t{4}));
  EXPECT_EQ(limit(SqlOperator::Less, kLeast), std::pair(kLeast, kLeast));
  EXPECT_EQ(limit(SqlOperator::Greater, kMax), std::pair(kMax, kMax));
  EXPECT_EQ(limit(SqlOperator::Less, 5.5), std::pair(kLeast, int64_t{5}));
  EXPECT_EQ(limit(SqlOperator::AtMost, 5.5), std::pair(kLeast, int64_t{5}));
  EXPECT_EQ(limit(SqlOperator::Greater, -5.5), std::pair(int64_t{-5}, kMax));
  EXPECT_EQ(limit(SqlOperator::AtLeast, -5.5), std::pair(int64_t{-5}, kMax));
  EXPECT_EQ(limit(SqlOperator::Equal, 5.0), std::pair(int64_t{5}, int64_t{5}));
  EXPECT_EQ(limit(SqlOperator::Greater, 1e300), std::pair(kLeast, kMax));
}

TEST(ResultText, WritesWhatReadersExpect) {
  const std::vector<std::string> columns = {"name", "n", "name"};
  const std::vector<Cell> row = {Cell::of(std::string_view("=1+1\n")), Cell::of(int64_t{-3}), {}};
  auto written = [&](ResultFormat format, bool any) {
    ResultText text(format, columns);
    std::string out;
    if (any) text.row(row, out);
    text.end(out);
    return out;
  };
  EXPECT_EQ(written(ResultFormat::Csv, true), "name,n,name\n'=1+1\\x0a,-3,\n");
  EXPECT_EQ(written(ResultFormat::Csv, false), "name,n,name\n");
  EXPECT_EQ(written(ResultFormat::Json, true), "[\n {\"name\":\"=1+1\\n\",\"n\":-3,\"name_2\":null}\n]\n");
  EXPECT_EQ(written(ResultFormat::Json, false), "[\n]\n");
  EXPECT_EQ(written(ResultFormat::Jsonl, true), "{\"name\":\"=1+1\\n\",\"n\":-3,\"name_2\":null}\n");
  EXPECT_EQ(written(ResultFormat::Table, true), "name       n  name\n--------  --  ----\n=1+1\\x0a  -3  NULL\n");
}

TEST(SqlColumns, OfAllTablesAreListed) {
  test::OpenTables trace(test::sourcePath("assets/samples/kitchen/data"));
  SqlDatabase database(trace.tables, trace.cancelled);
  std::string expected;
  for (const std::unique_ptr<Table>& table : trace.tables)
    for (const TableColumn& column : table->columns())
      expected.append(expected.empty() ? "" : " ").append(table->name()).append(".").append(column.name);
  const auto told = answer(database, "SELECT group_concat(table_name || '.' || name, ' ') FROM table_column");
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told.front().substr(0, told.front().find('\n')), expected);
  EXPECT_NE(expected.find("table_column.about"), std::string::npos);
}

}  // namespace
}  // namespace tp
