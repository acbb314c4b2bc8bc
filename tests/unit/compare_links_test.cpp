// Links keep what the panel Compare compares, and how it is drawn and aligned.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/link/view_link.h"
#include "tests/support/compare_window.h"
#include "ui/compare/compare_scopes.h"
#include "ui/view/selection_text.h"

namespace tp {
namespace {

using test::command;
using test::kAfter;
using test::kBefore;
using test::opened;

TEST(ComparePanel, ScopesAreKeptInLinks) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  c.range = ui::MarkedRange(c.index().begin() + 10000, c.index().begin() + 50000);
  ASSERT_TRUE(command(*window, {"b"}));
  const TrackTable& tracks = c.index().tracks();
  TrackId thread = 0;
  while (tracks[thread].key.kind != TrackKind::Thread) ++thread;
  ASSERT_TRUE(ui::chooseTrack(c, 0, thread));
  window->settle(0.1f);
  const auto scopes = ui::compared(c);
  const std::string link = writeViewLink(window->app().link());
  ui::compareView(c).chosen = {};
  window->app().openLink(link);
  window->settle(0.1f);
  ASSERT_TRUE(ui::compared(c));
  EXPECT_EQ(*ui::compared(c), *scopes);
  EXPECT_EQ(writeViewLink(window->app().link()), link);
}

// Whoever follows a link to two traces drops one after the other.
TEST(ComparePanel, ALinkWaitsForTheSecondTrace) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ASSERT_TRUE(command(*window, {"exchange"}));
  window->settle(0.1f);
  const auto scopes = ui::compared(window->app().context());
  const std::string link = writeViewLink(window->app().link());
  window.reset();
  window = opened({kBefore});
  ASSERT_TRUE(window);
  window->app().openLink(link);
  window->settle(0.1f);
  EXPECT_FALSE(ui::compared(window->app().context()));
  EXPECT_NE(window->app().context().linkAwaits.find("compares its trace 2 as A with its trace 1 as B, and waits for "
                                                    "one more trace:"),
            std::string::npos)
      << window->app().context().linkAwaits;
  auto files = openLocalFiles({kBefore, kAfter});
  ASSERT_TRUE(files);
  window->reopen(*files, {});
  window->settle(0.1f);
  EXPECT_EQ(ui::compared(window->app().context()), scopes);
  EXPECT_EQ(window->app().context().linkAwaits, "");
}

// Links number the traces, so A and B would be exchanged.
TEST(ComparePanel, ALinkSaysThatTracesLieInAnotherOrder) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ASSERT_TRUE(command(*window, {"stacks"}));
  window->settle(0.1f);
  const std::string link = writeViewLink(window->app().link());
  for (const bool oneByOne : {false, true}) {
    window.reset();
    window = oneByOne ? opened({kAfter}) : opened({kAfter, kBefore});
    ASSERT_TRUE(window);
    window->app().openLink(link);
    window->settle(0.1f);
    const std::string& awaits = window->app().context().linkAwaits;
    EXPECT_EQ(awaits.find("if it compares two, drop the other one beside") != std::string::npos, oneByOne) << awaits;
    auto files = openLocalFiles({kAfter, kBefore});
    ASSERT_TRUE(files);
    if (oneByOne) window->reopen(*files, {});
    window->settle(0.1f);
    const std::string_view said = window->app().context().noticeNow();
    EXPECT_NE(said.find(oneByOne ? "in another order" : "another trace"), std::string_view::npos) << said;
    EXPECT_NE(awaits.find("which Exchange mends"), std::string::npos) << awaits;
    // How it is drawn does not depend on the order.
    EXPECT_EQ(ui::comparedBy(window->app().context()), ui::ComparedBy::Stacks);
    EXPECT_TRUE(command(*window, {"exchange"}));
    // Once is enough, whatever else is opened beside them.
    files = openLocalFiles({kAfter, kBefore, test::dataPath("uftrace/planted/plain.data")});
    ASSERT_TRUE(files);
    window->reopen(*files, {});
    window->settle(0.1f);
    EXPECT_EQ(window->app().context().noticeNow(), "");
  }
}

TEST(ComparePanel, LinksKeepHowStacksAreDrawn) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  EXPECT_EQ(window->app().link().difference, "");
  auto choose = [&](const char* word) { return window->app().command("difference", std::vector<std::string>{word}); };
  for (const char* word : {"a", "total", "proportional"}) EXPECT_TRUE(choose(word));
  EXPECT_FALSE(choose("wide"));
  window->settle(0.1f);
  const ui::DifferenceLook look = ui::compareView(c).look;
  EXPECT_EQ(look.width, DifferenceWidth::A);
  EXPECT_TRUE(look.colour.total && look.colour.proportional);
  EXPECT_EQ(window->app().link().difference, "a total proportional");
  const std::string link = writeViewLink(window->app().link());
  ui::compareView(c).look = {};
  window->app().openLink(link);
  window->settle(0.1f);
  EXPECT_EQ(ui::compareView(c).look, look);
  EXPECT_EQ(ui::comparedBy(c), ui::ComparedBy::Stacks);
  // Whoever follows it drops one trace after the other.
  window.reset();
  window = opened({kBefore});
  ASSERT_TRUE(window);
  window->app().openLink(link);
  window->settle(0.1f);
  auto files = openLocalFiles({kBefore, kAfter});
  ASSERT_TRUE(files);
  window->reopen(*files, {});
  window->settle(0.1f);
  EXPECT_EQ(ui::compareView(window->app().context()).look, look);
  EXPECT_EQ(window->app().link().difference, "a total proportional");
}

// Whoever follows a link to two traces drops both, or one after the other: they are laid as they were.
TEST(ComparePanel, LinksKeepHowTheTracesAreAligned) {
  auto files = openLocalFiles({kBefore, kAfter});
  ASSERT_TRUE(files);
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  JoinOptions options;
  options.setShift(2, -1'737'301'619);  // both call `often` first at one time
  window->reopen(*files, options);
  ASSERT_TRUE(command(*window, {"exchange"}));
  window->settle(0.1f);
  const ViewLink link = window->app().link();
  ASSERT_EQ(link.shifts.traces.size(), 1u);
  const auto scopes = ui::compared(window->app().context());
  window.reset();
  for (const bool oneByOne : {false, true}) {
    window = oneByOne ? opened({kBefore}) : opened({kBefore, kAfter});
    ASSERT_TRUE(window);
    JoinOptions wanted;
    window->app().context().host.reopen = [&](const JoinOptions& asked) { wanted = asked; };
    window->app().openLink(writeViewLink(link));
    window->settle(0.1f);
    if (oneByOne) {
      EXPECT_TRUE(wanted.shifts.empty());
      window->reopen(*files, {});
      window->settle(0.1f);
    }
    EXPECT_EQ(wanted.shifts, options.shifts);
    window->reopen(*files, wanted);
    window->settle(0.1f);
    EXPECT_EQ(ui::compared(window->app().context()), scopes);
    EXPECT_EQ(window->app().link().shifts, link.shifts);
    EXPECT_EQ(window->app().context().noticeNow().find("another trace"), std::string_view::npos);
    window.reset();
  }
  // Other traces stay where they are.
  window = opened({kAfter, kBefore, test::dataPath("xray/fdr-v3.xray")});
  ASSERT_TRUE(window);
  bool reopened = false;
  window->app().context().host.reopen = [&](const JoinOptions&) { reopened = true; };
  window->app().openLink(writeViewLink(link));
  window->settle(0.1f);
  EXPECT_FALSE(reopened);
}

// The same of a trace that is drawn stretched.
TEST(ComparePanel, LinksKeepAStretchIfTracesAreDroppedOneByOne) {
  auto files = openLocalFiles({kBefore, kAfter});
  ASSERT_TRUE(files);
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ASSERT_TRUE(window->app().command("trace.stretch-compared", std::vector<std::string>{}));
  ui::compareView(window->app().context()).by = ui::ComparedBy::Stacks;
  window->settle(0.1f);
  const ViewLink link = window->app().link();
  ASSERT_EQ(link.stretches.traces.size(), 1u);
  // Details name the stretch, as times on the axis are not those of the slice.
  ui::Context& c = window->app().context();
  const TrackTable& tracks = c.index().tracks();
  for (TrackId track = 0; track < tracks.size(); ++track) {
    if (tracks[track].key.kind != TrackKind::Thread) continue;
    Mark mark;
    mark.begin = mark.end = c.index().begin();
    c.selection = ui::Selection{track, mark};
    const auto rows = ui::selectionTimes(c);
    const bool named = std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.first == "Stretched"; });
    EXPECT_EQ(named, tracks[track].key.trace == link.stretches.traces[0].trace);
  }
  window.reset();
  window = opened({kBefore});
  ASSERT_TRUE(window);
  window->app().openLink(writeViewLink(link));
  window->settle(0.1f);
  EXPECT_FALSE(ui::compared(window->app().context()));
  EXPECT_NE(window->app().context().noticeNow().find("a further trace"), std::string_view::npos)
      << window->app().context().noticeNow();
  window->reopen(*files, {});
  window->settle(0.1f);
  EXPECT_EQ(writeViewLink(window->app().link()), writeViewLink(link));
}

TEST(ComparePanel, AMalformedAlignmentIsLeftOut) {
  const LinkShifts read = readShifts("1f;2,-1500;3;x,5;4,99999999999999999999;5,7,8;6,12");
  EXPECT_EQ(read.of, 0x1fu);
  ASSERT_EQ(read.traces.size(), 2u);
  EXPECT_EQ(read.traces[1], std::pair(6u, Time{12}));
  EXPECT_EQ(readShifts(shiftsText(read)), read);
  EXPECT_TRUE(readShifts(";2,5").traces.empty());
  EXPECT_EQ(shiftsText({}), "");
}

// The shift of the second trace that an action has asked the front end for.
Time shiftAfter(test::HeadlessWindow& window, const char* action, const std::vector<std::string>& args) {
  ui::Context& c = window.app().context();
  Time shift = 0;
  c.host.reopen = [&](const JoinOptions& options) { shift = options.shiftOf(c.index().info().parts[1].number); };
  EXPECT_TRUE(window.app().command(action, args));
  window.settle(0.1f);
  return shift;
}

TEST(AlignTraces, AtTheFirstCallOfAFunction) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  // By `uftrace dump` of both: when they first call this.
  const Time before = 2520003850257, after = 2521741151876;
  EXPECT_EQ(shiftAfter(*window, "trace.align-calls", {"often"}), before - after);
  EXPECT_EQ(shiftAfter(*window, "trace.align-calls", {"scaled.constprop.0"}), 0) << "it is in one of them only";
}

TEST(AlignTraces, AtTwoMarkers) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const Time first = c.index().begin() + 5000, second = c.index().end() - 700;
  c.markers.add(first);
  c.markers.add(second);
  EXPECT_EQ(shiftAfter(*window, "trace.align-markers", {}), first - second);
}

}  // namespace
}  // namespace tp
