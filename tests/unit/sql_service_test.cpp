// Questions in SQL as front ends ask them: the answer comes in replies, and says how it ended.
#include <gtest/gtest.h>

#include "core/io/local_files.h"
#include "core/tables/parquet_table.h"
#include "tests/support/each_trace.h"
#include "tests/support/local_session.h"
#include "tests/support/open_tables.h"
#include "tests/support/samples.h"
#include "tests/support/sql_answers.h"

namespace tp {
namespace {

const std::string kKitchen = test::sourcePath("assets/samples/kitchen/data");

FileSet filesOf(const std::string& path) {
  auto files = openLocalFiles({path});
  EXPECT_TRUE(files) << path;
  return files ? std::move(*files) : FileSet();
}

std::string csv(const SqlResult& result) {
  ResultText text(ResultFormat::Csv, result.columns());
  std::string out;
  std::vector<Cell> cells(result.columns().size());
  for (size_t row = 0; row < result.rows(); ++row) {
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = result.cell(row, i);
    text.row(cells, out);
  }
  text.end(out);
  return out;
}

// The same, asked of the tables at once.
std::string csvOf(test::OpenTables& trace, const std::string& sql) {
  SqlDatabase database(trace.tables, trace.cancelled, {}, {}, trace.trace.get());
  SqlError error;
  std::optional<SqlQuery> query = database.query(sql, error);
  EXPECT_TRUE(query) << error.message;
  if (!query) return {};
  return test::csvOf(*query);
}

class SqlServices : public testing::TestWithParam<std::string> {};

// Asks what needs the index, and what does not.
void expectAnswersOfTables(test::SqlAnswers& answers, const std::string& path) {
  test::OpenTables trace(path);
  ASSERT_TRUE(trace.reader);
  for (const char* sql : {"SELECT name, count(*), sum(dur), max(depth) FROM slice GROUP BY name ORDER BY 2 DESC, 1",
                          "SELECT utid, tid, name FROM thread ORDER BY utid",
                          "SELECT name, calls, total FROM function_stats ORDER BY total DESC, name LIMIT 10",
                          "SELECT state, count(*), sum(dur) FROM thread_state GROUP BY state ORDER BY state",
                          "SELECT * FROM wait ORDER BY id",
                          "SELECT p.* FROM (SELECT min(utid) AS utid FROM thread) AS t CROSS JOIN trace_bounds AS b\n"
                          "CROSS JOIN critical_path(t.utid, b.start_ts, b.end_ts) AS p ORDER BY p.ts",
                          "SELECT * FROM stats", "SELECT * FROM stack ORDER BY id LIMIT 1000"}) {
    const SqlResult result = answers.answer({1, sql, 0});
    ASSERT_EQ(result.stage(), SqlStage::Done) << sql << ": " << result.error();
    EXPECT_EQ(csv(result), csvOf(trace, sql)) << sql;
  }
}

TEST_P(SqlServices, SayWhatTheTablesSay) {
  test::SqlAnswers answers(filesOf(GetParam()));
  expectAnswersOfTables(answers, GetParam());
}

TEST_P(SqlServices, SayTheSameOfAnIndexThatTheyAreGiven) {
  test::LocalSession local(2);
  local.open(filesOf(GetParam()));
  const test::KeptBlocks blocks = local.kept();
  ASSERT_FALSE(blocks.empty());
  test::SqlAnswers whole(filesOf(GetParam())), part(filesOf(GetParam()));
  for (const std::vector<std::byte>& block : blocks) whole.takeIndex(block);
  expectAnswersOfTables(whole, GetParam());
  // One that does not end is of no use.
  for (size_t i = 0; i + 1 < blocks.size(); ++i) part.takeIndex(blocks[i]);
  const std::string sql = "SELECT count(*) FROM thread_state";
  test::OpenTables trace(GetParam());
  EXPECT_EQ(csv(part.answer({1, sql, 0})), csvOf(trace, sql));
}

TEST_P(SqlServices, PrepareQuietlyBetweenQuestions) {
  test::SqlAnswers answers(filesOf(GetParam()));
  EXPECT_FALSE(answers.prepare()) << "nothing was asked yet";
  const SqlRequest request{.id = 1, .text = "SELECT id, ts, name FROM slice WHERE ts > 0 ORDER BY id LIMIT 100"};
  const std::string expected = csv(answers.answer(request));
  int steps = 0;
  while (answers.prepare()) ++steps;
  EXPECT_GT(steps, 0);
  EXPECT_FALSE(answers.prepare());
  EXPECT_TRUE(answers.take().empty());
  const SqlResult again = answers.answer(request);
  EXPECT_EQ(again.stage(), SqlStage::Done) << again.error();
  EXPECT_EQ(csv(again), expected);
}

// The file of a table, made at once.
std::string parquetOf(test::OpenTables& trace, const ParquetSource& source, const ParquetRange& range) {
  std::string out;
  for (const std::unique_ptr<Table>& table : trace.tables) {
    if (table->name() != source.table) continue;
    ParquetTable file(*table, source, range, parquet::Codec::Zstd,
                      [&](std::string_view bytes) { return out += bytes, true; });
    while (file.step()) {
    }
    EXPECT_TRUE(file.finish());
  }
  return out;
}

TEST_P(SqlServices, WriteWholeTables) {
  test::SqlAnswers answers(filesOf(GetParam()));
  test::OpenTables trace(GetParam());
  ASSERT_TRUE(trace.reader);
  const SqlResult bounds = answers.answer({1, "SELECT start_ts, end_ts FROM trace_bounds", 0});
  ASSERT_EQ(bounds.rows(), 1u);
  const Time begin = bounds.cell(0, 0).integer, end = bounds.cell(0, 1).integer;
  for (const ParquetRange& range : {ParquetRange(), {begin + (end - begin) / 3, end - (end - begin) / 3}}) {
    for (const ParquetSource& source : parquetSources()) {
      const SqlResult result =
          answers.answer({.id = 1, .table = std::string(source.name), .from = range.from, .to = range.to});
      ASSERT_EQ(result.stage(), SqlStage::Done) << source.name << ": " << result.error();
      std::string bytes;
      for (size_t row = 0; row < result.rows(); ++row) bytes += result.cell(row, 0).text;
      EXPECT_TRUE(bytes == parquetOf(trace, source, range)) << source.name;
    }
  }
  EXPECT_EQ(answers.answer({.id = 2, .table = "nobody"}).error(), "there is no table nobody");
}

std::vector<std::string> someTraces() {
  return {kKitchen, test::dataPath("xray/fdr-v3.xray"), test::dataPath("tracecmd/v7-zstd.dat"),
          test::dataPath("lttng/busy")};
}

INSTANTIATE_TEST_SUITE_P(Each, SqlServices, testing::ValuesIn(someTraces()), test::traceTestName);

TEST(SqlService, SaysWhereAnErrorIs) {
  test::SqlAnswers answers(filesOf(kKitchen));
  const std::string text = "CREATE VIEW few AS SELECT name FROM slice;\nSELECT nobody FROM few";
  SqlResult result = answers.answer({1, text, 0});
  EXPECT_EQ(result.stage(), SqlStage::Failed);
  EXPECT_EQ(result.error(), "no such column: nobody");
  EXPECT_EQ(result.errorAt(), text.find("nobody"));
  result = answers.answer({5, "SELECT slices.name, ts FROM slice AS slices_too JOIN slices ON true", 0});
  EXPECT_EQ(result.error(), "no such table: slices; did you mean slice?");
  EXPECT_EQ(result.errorAt(), 7u) << "where it stands first";
  // The next question is not touched by it.
  result = answers.answer({2, "SELECT 1 AS one", 0});
  EXPECT_EQ(result.stage(), SqlStage::Done);
  EXPECT_EQ(csv(result), "one\n1\n");
  EXPECT_EQ(answers.answer({3, "DELETE FROM slice", 0}).stage(), SqlStage::Failed);
  EXPECT_EQ(answers.answer({4, "", 0}).error(), "there is no query");
}

TEST(SqlService, CutsWhatIsTooLong) {
  test::SqlAnswers answers(filesOf(kKitchen));
  const SqlResult three = answers.answer({1, "SELECT ts FROM slice", 3});
  EXPECT_EQ(three.stage(), SqlStage::Cut);
  EXPECT_EQ(three.rows(), 3u);
  const SqlResult just = answers.answer({2, "SELECT ts FROM slice LIMIT 3", 3});
  EXPECT_EQ(just.stage(), SqlStage::Done) << "there are no more";
}

TEST(SqlService, IsStopped) {
  test::SqlAnswers answers(filesOf(kKitchen));
  answers.cancelled() = true;
  const SqlResult result = answers.answer({1, "SELECT count(*) FROM slice AS a, slice AS b", 0});
  EXPECT_EQ(result.stage(), SqlStage::Failed);
  EXPECT_EQ(result.error(), "stopped");
}

TEST(SqlService, SaysSoIfNothingCanBeOpened) {
  FileSet files;
  files.add("notes.txt", std::make_shared<MemorySource>("nothing that was recorded"));
  test::SqlAnswers answers(files);
  const SqlResult result = answers.answer({1, "SELECT 1", 0});
  EXPECT_EQ(result.stage(), SqlStage::Failed);
  EXPECT_NE(result.error(), "");
  EXPECT_EQ(result.columns().size(), 0u);
}

TEST(SqlService, DoesNotUnderstandDamagedQuestions) {
  test::SqlAnswers answers(filesOf(kKitchen));
  std::atomic<bool> cancelled = false;
  uint32_t replies = 0;
  SqlService service(filesOf(kKitchen), {}, cancelled, [&](std::vector<std::byte>) { ++replies; });
  const std::byte few[3] = {};
  service.answer(few);
  EXPECT_EQ(replies, 1u);
}

TEST(SqlService, ShiftsTracesThatAreOpenTogether) {
  FileSet files = filesOf(kKitchen);
  files.addDrop(filesOf(test::dataPath("tracecmd/v7-zstd.dat")));
  JoinOptions options;
  const char* sql = "SELECT trace, min(ts) FROM slice GROUP BY trace ORDER BY trace";
  const std::string before = csv(test::SqlAnswers(files, options).answer({1, sql, 0}));
  options.setShift(2, 1000);
  const std::string after = csv(test::SqlAnswers(files, options).answer({1, sql, 0}));
  EXPECT_NE(before, after);
}

}  // namespace
}  // namespace tp
