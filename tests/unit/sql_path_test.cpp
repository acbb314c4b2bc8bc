// What SQL says of waits and critical paths is what the wait graph says.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/analysis/waits/critical_path.h"
#include "core/sql/sql_database.h"
#include "tests/support/each_trace.h"
#include "tests/support/open_tables.h"
#include "tests/support/samples.h"
#include "tests/support/sql_answers.h"

namespace tp {
namespace {

class SqlPath : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    trace = std::make_unique<test::OpenTables>(GetParam());
    if (!trace->reader) GTEST_SKIP();
    database = std::make_unique<SqlDatabase>(trace->tables, trace->cancelled, SqlLimits(), nullptr, trace->trace.get());
  }
  std::string answer(const std::string& sql) {
    SqlError error;
    std::optional<SqlQuery> query = database->query(sql, error);
    if (!query) return error.message;
    return test::csvOf(*query) + query->error().message;
  }
  int64_t utidOf(TrackId thread) {
    const TrackPlace* place = trace->trace->numbers().of(thread);
    return place != nullptr ? place->utid : kNullCode;
  }
  static int64_t number(const Cell& cell) { return cell.kind == Cell::Kind::Integer ? cell.integer : kNullCode; }

  std::unique_ptr<test::OpenTables> trace;
  std::unique_ptr<SqlDatabase> database;
};

// utid, begin, end, whether it is blocked, waker, context, handler, when it was woken; times of no length are not
// among the segments that tile a range.
using Wait = std::tuple<int64_t, Time, Time, bool, int64_t, std::string, std::string, Time>;

TEST_P(SqlPath, WaitsAreThoseOfTheGraph) {
  const WaitGraph& graph = trace->facts.waits();
  const TraceIndex& index = trace->facts.index();
  std::multiset<Wait> expected, told;
  for (const TrackId thread : graph.threads()) {
    std::vector<WaitSegment> segments;
    graph.segments(thread, index.begin(), index.end(), segments);
    for (const WaitSegment& one : segments) {
      const bool blocked = isBlocked(one.kind.state);
      if (!blocked && one.kind.state != ThreadState::Runnable) continue;
      const bool woken = blocked ? one.wokenBy.has_value() : one.kind.woken;
      const WaitEnd by = blocked ? one.wokenBy.value_or(WaitEnd()) : one.kind.waker;
      expected.insert({utidOf(thread), one.begin, one.end, blocked,
                       by.thread == kNoTrack ? kNullCode : utidOf(by.thread), woken ? contextName(by.context) : "",
                       std::string(index.names().view(by.handler)),
                       !woken    ? kNullCode
                       : blocked ? one.end
                                 : one.wokenAt});
    }
  }
  std::vector<size_t> columns;
  for (const char* name :
       {"utid", "ts", "end_ts", "state", "waker_utid", "irq_context", "waker_handler", "woken_ts", "dur"})
    columns.push_back(trace->column("wait", name));
  const auto cursor = trace->table("wait").open({});
  while (cursor->next()) {
    const auto cell = [&](size_t i) { return cursor->cell(columns[i]); };
    if (cell(1).integer == cell(2).integer) continue;
    told.insert({cell(0).integer, cell(1).integer, cell(2).integer, cell(3).text[0] != 'R', number(cell(4)),
                 std::string(cell(5).text), std::string(cell(6).text), number(cell(7))});
  }
  // Without switches, the states of threads are not known.
  if (!trace->facts.scheduling().switches) expected.clear();
  EXPECT_EQ(told.size(), expected.size());
  EXPECT_TRUE(told == expected);
}

TEST_P(SqlPath, RowsAreTheSegmentsOfThePath) {
  const WaitGraph& graph = trace->facts.waits();
  const TraceIndex& index = trace->facts.index();
  const Time third = (index.end() - index.begin()) / 3;
  size_t threads = 0;
  for (const TrackId thread : graph.threads()) {
    if (++threads > 20) break;
    const Time from = index.begin() + third, to = index.end() - third;
    std::string expected;
    for (const PathSegment& one : criticalPath(graph, thread, from, to)) {
      expected += std::to_string(one.begin) + "," + std::to_string(one.length()) + "," +
                  std::to_string(utidOf(one.thread)) + "," + pathKindKey(one.kind) + "," + pathStopKey(one.stop) + "," +
                  std::to_string(one.depth) + "," + (one.cpu >= 0 ? std::to_string(one.cpu) : "") + "," +
                  (one.by ? contextName(one.by->context) : "") + "," + std::to_string(one.atMost) + "," +
                  std::to_string(one.uncertain) + "\n";
    }
    const std::string columns = "ts,dur,utid,kind,stop,depth,cpu,irq_context,at_most,uncertain";
    const std::string call = "critical_path(" + std::to_string(utidOf(thread)) + ", " + std::to_string(from) + ", " +
                             std::to_string(to) + ")";
    EXPECT_EQ(answer("SELECT " + columns + " FROM " + call), columns + "\n" + expected) << call;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, SqlPath, testing::ValuesIn(test::eachTrace(2)), test::traceTestName);

TEST(SqlFunctionList, HasTheColumnsOfTables) {
  test::OpenTables trace(test::sourcePath("assets/samples/kitchen/data"));
  ASSERT_TRUE(trace.reader);
  SqlDatabase database(trace.tables, trace.cancelled, {}, {}, trace.trace.get());
  for (const std::string name : {"critical_path", "thread_states_between", "compare_functions"}) {
    SqlError error;
    std::string told;
    {
      std::optional<SqlQuery> list =
          database.query("SELECT columns FROM sql_function WHERE name = '" + name + "'", error);
      ASSERT_TRUE(list && list->step() == SqlQuery::Step::Row) << name;
      told = list->cell(0).text;
    }
    std::optional<SqlQuery> rows = database.query("SELECT * FROM " + name + "(NULL, 0, 0)", error);
    ASSERT_TRUE(rows) << error.message;
    std::string columns;
    for (const std::string& one : rows->columns()) columns += (columns.empty() ? "" : ", ") + one;
    EXPECT_EQ(told, columns);
  }
}

}  // namespace
}  // namespace tp
