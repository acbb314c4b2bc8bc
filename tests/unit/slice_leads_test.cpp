// Figures of functions lead to the calls that they are of, and the panel of slices works by its actions.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/export/slice_rows.h"
#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/calls/call_leads.h"
#include "ui/view/context.h"
#include "ui/view/slice_cells.h"
#include "ui/view/slice_conditions.h"

namespace tp {
namespace {

class SliceLeads : public testing::Test {
 protected:
  SliceLeads() : files(*openLocalFiles({test::sourcePath("assets/samples/kitchen/data")})), window(files) {
    window.show(ui::Tab::Functions);
  }

  ui::Context& c() { return window.app().context(); }
  const FunctionStats& row(const char* name) {
    const auto& rows = c().session.calls()->functions.rows;
    return *std::find_if(rows.begin(), rows.end(),
                         [&](const FunctionStats& one) { return c().index().names().view(one.name) == name; });
  }
  const SlicesQuestion& lead(const FunctionStats& of, FunctionFigure figure) {
    ui::listCallsOf(c(), *c().session.calls(), of, figure);
    window.settle(0.4f);
    EXPECT_EQ(c().tab, ui::Tab::Slices);
    EXPECT_TRUE(c().slices.settled());
    return *c().slices.question();
  }

  FileSet files;
  test::HeadlessWindow window;
};

TEST_F(SliceLeads, EachFigureListsItsCalls) {
  const FunctionStats simmer = row("kitchen::simmer");
  EXPECT_EQ(lead(simmer, FunctionFigure::Calls).listed().count, simmer.calls);
  const SlicesQuestion& most = lead(simmer, FunctionFigure::Max);
  EXPECT_EQ(most.slices().front().slice.duration, simmer.max);
  ASSERT_TRUE(c().selection);
  EXPECT_EQ(c().selection->mark.duration(), simmer.max);
  EXPECT_EQ(lead(simmer, FunctionFigure::Min).slices().front().slice.duration, simmer.min);
  const SlicesQuestion& slow = lead(simmer, FunctionFigure::P99);
  EXPECT_EQ(slow.slices().front().slice.duration, simmer.p99);
  EXPECT_LT(slow.listed().count, simmer.calls);
}

TEST_F(SliceLeads, GroupsNarrowTheFilter) {
  ASSERT_TRUE(window.app().command("slices-by", std::vector<std::string>{"name"}));
  window.settle(0.4f);
  const std::vector<SliceGroup> groups = c().slices.question()->groups();
  ASSERT_GT(groups.size(), 3u);
  for (const SliceGroup& group : groups) {
    c().slices.filter.clear();
    c().slices.narrow(ui::groupCondition(c().index(), "name", group.key));
    window.settle(0.4f);
    EXPECT_EQ(c().slices.question()->listed().count, group.sums.count) << c().slices.filter;
  }
}

TEST_F(SliceLeads, TheMarkedRangeLimitsTheList) {
  const Time third = (c().index().end() - c().index().begin()) / 3;
  c().range = ui::MarkedRange(c().index().begin() + third, c().index().end() - third, {});
  window.settle(0.4f);
  const FunctionStats simmer = row("kitchen::simmer");
  EXPECT_EQ(lead(simmer, FunctionFigure::Calls).listed().count, simmer.calls);
}

TEST_F(SliceLeads, ALinkKeepsTheList) {
  for (const auto& [id, argument] : {std::pair{"slices-filter", "name ~ \"kitchen::  *\" || dur > 1us"},
                                     {"slices-by", "caller"},
                                     {"slices-sort", "self"}})
    ASSERT_TRUE(window.app().command(id, std::vector<std::string>{argument}));
  window.settle(0.4f);
  const std::string link = writeViewLink(window.app().link());
  c().slices = {};
  window.settle(0.4f);
  window.app().openLink(link);
  window.settle(0.4f);
  EXPECT_EQ(c().slices.filter, "name ~ \"kitchen::  *\" || dur > 1us");
  EXPECT_EQ(c().slices.by, "caller");
  EXPECT_EQ(c().slices.sort, "self");
}

TEST(SliceConditions, AreExact) {
  ClockInfo clock;
  EXPECT_EQ(ui::exactTimeText(300000, clock), "300us");
  EXPECT_EQ(ui::exactTimeText(300001, clock), "300001ns");
  EXPECT_EQ(ui::durationCondition(5, 2000000, clock), "dur >= 5ns && dur <= 2ms");
  EXPECT_EQ(quotedText("a\"b\\"), "\"a\\\"b\\\\\"");
}

}  // namespace
}  // namespace tp
