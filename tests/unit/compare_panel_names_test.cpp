// What is guessed and said about names in the panel Compare.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/link/view_link.h"
#include "tests/support/compare_window.h"
#include "ui/view/corrected_names.h"

namespace tp {
namespace {

using test::command;
using test::found;
using test::opened;

const std::string kPlain = test::dataPath("uftrace/planted/plain.data");

const FunctionChange* rowOf(const FunctionComparison* found, const std::string& name) {
  if (found == nullptr) return nullptr;
  for (const FunctionChange& one : found->changes)
    if (one.name == name) return &one;
  return nullptr;
}

TEST(ComparePanel, WhatIsSaidAboutNamesIsKeptInLinks) {
  auto window = opened({kPlain, test::dataPath("uftrace/planted/renamed.data")});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const FunctionChange* row = rowOf(found(*window), "sum_of_bytes");
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->before, "check_sum");
  EXPECT_EQ(row->by, MatchedBy::Callers);
  ui::sayApart(c, "sum_of_bytes");
  row = rowOf(found(*window), "sum_of_bytes");
  ASSERT_NE(row, nullptr);
  EXPECT_TRUE(row->added());
  EXPECT_NE(rowOf(found(*window), "check_sum"), nullptr);
  const std::string apart = writeViewLink(window->app().link());
  ui::saySame(c, "check_sum", "sum_of_bytes");
  row = rowOf(found(*window), "sum_of_bytes");
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->by, MatchedBy::Told);
  const std::string same = writeViewLink(window->app().link());
  for (const std::string& link : {apart, same}) {
    ui::compareView(c).how = {};
    window->app().openLink(link);
    row = rowOf(found(*window), "sum_of_bytes");
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->added(), link == apart);
    EXPECT_EQ(row->by, link == apart ? MatchedBy::Name : MatchedBy::Told);
    EXPECT_EQ(writeViewLink(window->app().link()), link);
  }
  ui::forgetSaid(c, "sum_of_bytes");
  row = rowOf(found(*window), "sum_of_bytes");
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->by, MatchedBy::Callers);
  // Nothing is said of names that no trace has.
  for (const char* names : {"1f,2e;5a", "", ";;", "x,y", "1,2,3;;4g", ",", "ffffffffffffffff"}) {
    ui::compareView(c).how = {};
    window->app().openLink("tab=compare&names=" + std::string(names));
    ASSERT_NE(rowOf(found(*window), "sum_of_bytes"), nullptr);
    EXPECT_TRUE(ui::compareView(c).how.names.empty()) << names;
  }
}

TEST(ComparePanel, WhatIsSaidAboutNamesStaysWhenATraceIsLaidBeside) {
  const std::string inlined = test::dataPath("uftrace/planted/inlined.data");
  auto window = opened({kPlain, inlined});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const FunctionComparison* before = found(*window);
  ASSERT_NE(before, nullptr);
  const auto guessed = std::find_if(before->changes.begin(), before->changes.end(),
                                    [](const FunctionChange& one) { return !one.inlinedInto.empty(); });
  ASSERT_NE(guessed, before->changes.end());
  const std::string name = guessed->name;
  ui::sayApart(c, name);
  const std::string names = "names=";
  const std::string said = writeViewLink(window->app().link());
  ASSERT_NE(said.find(names), std::string::npos);
  window->reopen(*openLocalFiles({kPlain, inlined, test::dataPath("uftrace/planted/slower.data")}), {});
  const FunctionChange* row = rowOf(found(*window), name);
  ASSERT_EQ(c.index().info().parts.size(), 3u);
  ASSERT_NE(row, nullptr);
  EXPECT_TRUE(row->inlinedInto.empty());
  EXPECT_TRUE(ui::isSaid(c, name));
  const std::string now = writeViewLink(window->app().link());
  auto ofNames = [&](const std::string& link) {
    const size_t at = link.find(names);
    return at == std::string::npos ? std::string() : link.substr(at, link.find('&', at) - at);
  };
  EXPECT_EQ(ofNames(now), ofNames(said));
  // Of another trace, nothing was said.
  window->app().beginOpen("", false);
  EXPECT_TRUE(c.compare.how.names.empty());
}

TEST(ComparePanel, StacksHaveThePairsOfFunctions) {
  for (const char* build : {"renamed", "inlined"}) {
    auto window = opened({kPlain, test::dataPath("uftrace/planted/" + std::string(build) + ".data")});
    ASSERT_TRUE(window);
    ui::Context& c = window->app().context();
    ui::compareView(c).by = ui::ComparedBy::Stacks;
    window->settle(0.1f);
    const auto scopes = ui::compared(c);
    ASSERT_TRUE(scopes);
    const StackComparison* stacks = ui::compareView(c).answer.stacks(c.session, *scopes, {}, true);
    ASSERT_NE(stacks, nullptr) << build;
    size_t guessed = 0;
    for (const ComparedName& one : stacks->functions) guessed += one.guessed() || !one.inlinedInto.empty();
    EXPECT_EQ(guessed, 1u) << build;
  }
}

// Both halves are of one program, in which no function has two names.
TEST(ComparePanel, PartsOfOneTraceHaveNoGuesses) {
  auto window = opened({kPlain});
  ASSERT_TRUE(window);
  ASSERT_TRUE(command(*window, {"halves"}));
  const FunctionComparison* halves = found(*window);
  ASSERT_NE(halves, nullptr);
  for (const FunctionChange& one : halves->changes) EXPECT_TRUE(!one.guessed() && one.inlinedInto.empty()) << one.name;
}

}  // namespace
}  // namespace tp
