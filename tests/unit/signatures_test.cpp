// Overloads, and functions of one name in several files: each is a row of its own, and can be asked for.
#include <gtest/gtest.h>

#include <map>

#include "core/session/search/search_question.h"
#include "tests/support/headless_window.h"
#include "tests/support/uftrace_folder.h"
#include "ui/view/context.h"

namespace tp {
namespace {

// Numbers of functions, as the calls below have them.
const std::vector<std::string> kFunctions = {"main", "_ZN1A3addEi", "_ZN1A3addEd", "init", "init", "_Z4onlyi"};

FileSet trace() {
  std::string task;
  uint64_t time = 3000000000;
  auto call = [&](uint32_t function, uint64_t length) {
    test::putUftraceCall(task, time, false, 1, function);
    test::putUftraceCall(task, time += length, true, 1, function);
  };
  test::putUftraceCall(task, time, false, 0, 0);
  for (int i = 0; i < 3; ++i) call(1, 10);
  for (int i = 0; i < 2; ++i) call(2, 100);
  call(3, 1000);
  call(4, 2000);
  call(4, 2000);
  call(5, 5);
  test::putUftraceCall(task, time, true, 0, 0);
  return test::uftraceFolder(kFunctions, {task});
}

using Figures = std::map<std::string, std::pair<uint64_t, int64_t>>;  // calls and total

TEST(Signatures, RowsAreFunctionsByTheirAddresses) {
  const Figures expected = {{"main", {1, 5235}},
                            {"A::add(int)", {3, 30}},
                            {"A::add(double)", {2, 200}},
                            {"init [program+0x1300]", {1, 1000}},
                            {"init [program+0x1400]", {2, 4000}},
                            {"only", {1, 5}}};
  for (uint32_t workers : {1u, 3u}) {
    test::LocalSession local(workers);
    local.open(trace());
    CallScope scope;
    scope.stacks = false;
    local.session.requestCalls(scope);
    local.finish();
    ASSERT_NE(local.session.calls(), nullptr);
    const NameTable& names = local.session.index().names();
    Figures found;
    for (const FunctionStats& row : local.session.calls()->functions.rows)
      found[std::string(names.told(row.name))] = {row.calls, row.total};
    EXPECT_EQ(found, expected);
  }
}

TEST(Signatures, AreWhatAFilterAndASearchFind) {
  test::LocalSession local(2);
  local.open(trace());
  for (const auto& [query, hits] : std::map<std::string, uint64_t>{{"signature == \"A::add(int)\"", 6},
                                                                   {"signature ~ \"*add(double*\"", 4},
                                                                   {"name == \"A::add\"", 10},
                                                                   {"signature == \"only(int)\"", 2}}) {
    auto found = std::make_shared<SearchQuestion>(JobKind::Filter, RowQuery{RowQuery::Kind::Filter, query});
    local.session.ask(found);
    local.finish();
    EXPECT_EQ(found->count(), hits) << query;
  }
  auto found = std::make_shared<SearchQuestion>(JobKind::Search, RowQuery{RowQuery::Kind::Text, "add(int"});
  local.session.ask(found);
  local.finish();
  EXPECT_EQ(found->count(), 3u) << "each call is one hit";
}

TEST(Signatures, AreShownWhereTheyAreAskedFor) {
  test::HeadlessWindow window(trace());
  ui::Context& c = window.app().context();
  const NameTable& names = c.index().names();
  const NameId only = names.find("only");
  ASSERT_NE(only, kNoName);
  EXPECT_EQ(c.names.text(only), "only");
  EXPECT_TRUE(window.app().command("signatures", std::vector<std::string>{"full"}));
  window.settle(0.1f);
  EXPECT_EQ(c.names.text(only), "only(int)");
  EXPECT_TRUE(window.app().command("function", std::vector<std::string>{"A::add(double)"}));
  EXPECT_EQ(names.signature(c.function), "A::add(double)");
  EXPECT_TRUE(window.app().command("signatures", std::vector<std::string>{"brief"}));
  EXPECT_EQ(c.names.text(only), "only");
}

}  // namespace
}  // namespace tp
