// Trees whose stacks are made when they are asked for are those that are made as a whole, and so are their comparisons.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "core/analysis/call_aggregator.h"
#include "core/analysis/compare/stack_changes.h"
#include "core/export/compare_stacks.h"
#include "core/io/local_files.h"
#include "tests/support/calls.h"
#include "tests/support/each_trace.h"

namespace tp {
namespace {

// The stacks of a trace, most of which are logged, and the same as a tree.
struct Both {
  std::unique_ptr<TraceReader> reader;
  std::optional<LoggedTree> logged;
  CallTree whole;

  explicit Both(const FileSet& files) {
    CallScope scope;
    scope.functions = false;
    whole = std::move(test::callsOf(files, scope).profile.tree);
    auto opened = openTrace(files);
    if (!opened) return;
    reader = std::move(*opened);
    reader->names().keepFunctions(FunctionIdentity::Merged);
    CallAggregator calls(scope, *reader);
    calls.setLogging(CallLogging::When::Eagerly);
    test::addAll(calls, *reader, files);
    logged.emplace(calls.loggedStacks());
  }
  std::vector<std::string> lines(const CallTree& tree) const {
    auto lines = test::folded(tree, {}, StackValue::Self, reader->names(), reader->tracks());
    std::sort(lines.begin(), lines.end());
    return lines;
  }
  SideStacks side(bool asLogged) {
    SideStacks out;
    out.logged = asLogged ? &*logged : nullptr;
    out.tree = asLogged ? &logged->tree() : &whole;
    out.names = &reader->names();
    return out;
  }
};

void besides(const std::function<void()>& one, const std::function<void()>& other) {
  std::thread beside(other);
  one();
  beside.join();
}

class LoggedTreeOfTrace : public testing::TestWithParam<std::string> {};

TEST_P(LoggedTreeOfTrace, IsTheTree) {
  auto files = openLocalFiles({GetParam()});
  ASSERT_TRUE(files);
  Both both(*files);
  if (!both.reader) return;
  const std::vector<std::string> expected = both.lines(both.whole);
  for (uint32_t i = 0; i < both.logged->tree().nodes().size(); ++i) both.logged->follow(i);
  EXPECT_EQ(both.lines(both.logged->tree()), expected);
}

TEST_P(LoggedTreeOfTrace, IsComparedAsTheTree) {
  auto files = openLocalFiles({GetParam()});
  ASSERT_TRUE(files);
  const std::string other = test::dataPath("uftrace/planted/often.data");
  auto others = openLocalFiles({other});
  ASSERT_TRUE(others);
  for (const size_t most : {size_t{1}, size_t{7}, size_t{60}, kComparedStacks}) {
    Both a(*files), b(*others);
    if (!a.reader) return;
    const std::string expected = comparisonJson(compareStacks(a.side(false), b.side(false), most));
    EXPECT_EQ(comparisonJson(compareStacks(a.side(true), b.side(true), most, nullptr, besides)), expected) << most;
    Both again(*files);
    const StackComparison itself = compareStacks(again.side(true), a.side(false), most);
    EXPECT_TRUE(itself.same()) << most;
  }
}

INSTANTIATE_TEST_SUITE_P(Recorded, LoggedTreeOfTrace, testing::ValuesIn(test::eachTrace(0)), test::traceTestName);

}  // namespace
}  // namespace tp
