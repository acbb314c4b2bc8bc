// The panel Compare: the sides of joined traces are what the traces are alone.
#include <gtest/gtest.h>

#include "core/analysis/compare/recordings.h"
#include "core/link/view_link.h"
#include "tests/support/compare_window.h"
#include "ui/compare/compare_scopes.h"
#include "ui/compare/compared_durations.h"

namespace tp {
namespace {

using test::alone;
using test::command;
using test::expectSame;
using test::found;
using test::kAfter;
using test::kBefore;
using test::opened;

TEST(ComparePanel, JoinedTracesAreComparedAsEachIsAlone) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  const FunctionComparison* joined = found(*window);
  ASSERT_NE(joined, nullptr);
  EXPECT_EQ(joined->sideA.name, "before.data");
  EXPECT_EQ(joined->sideB.name, "after.data");
  expectSame(*joined, compareFunctions(alone(kBefore), alone(kAfter)));
  // The text of the panel has the same rows in the same order.
  const auto tables = ui::compareTables(window->app().context());
  ASSERT_EQ(tables.size(), 2u);
  ASSERT_EQ(tables[0].rows.size(), joined->changes.size());
  EXPECT_EQ(tables[0].rows[0][0], "slower");
}

TEST(ComparePanel, SidesAreExchanged) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  const FunctionComparison* joined = found(*window);
  ASSERT_NE(joined, nullptr);
  const int64_t change = joined->change();
  EXPECT_TRUE(command(*window, {"exchange"}));
  joined = found(*window);
  ASSERT_NE(joined, nullptr);
  EXPECT_EQ(joined->change(), -change);
  EXPECT_EQ(joined->sideA.name, "after.data");
}

TEST(ComparePanel, ATraceDoesNotDifferFromItself) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  ComparedScope scope;
  scope.trace = c.index().info().parts[0].number;
  ui::chooseSide(c, 1, scope);
  const FunctionComparison* same = found(*window);
  ASSERT_NE(same, nullptr);
  EXPECT_TRUE(same->changes.empty());
  EXPECT_GT(same->same, 0u);
}

// A trace that is open alone has nothing to be compared with until something is chosen.
TEST(ComparePanel, HalvesOfATraceAddUpToIt) {
  auto window = opened({kBefore});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  EXPECT_FALSE(ui::compared(c));
  EXPECT_TRUE(ui::compareTables(c).empty());
  EXPECT_FALSE(command(*window, {"exchange"}));
  EXPECT_FALSE(command(*window, {"a"}));
  EXPECT_TRUE(command(*window, {"halves"}));
  const FunctionComparison* halves = found(*window);
  ASSERT_NE(halves, nullptr);
  int64_t whole = 0;
  for (const SideFunction& one : alone(kBefore).functions) whole += one.offCpu ? 0 : one.figures.self;
  EXPECT_EQ(halves->a.self + halves->b.self, whole);
}

// Six recordings of one program: three of each side.
TEST(ComparePanel, SeveralRecordingsAreComparedAsByTheCommandLine) {
  std::vector<std::string> paths;
  for (const char* name : {"plain", "slower", "often", "moved", "inlined", "locked"})
    paths.push_back(test::dataPath(std::string("uftrace/planted/") + name + ".data"));
  auto window = opened(paths);
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const std::vector<TracePart>& parts = c.index().info().parts;
  ASSERT_EQ(parts.size(), 6u);
  for (size_t side = 0; side < 2; ++side) {
    ComparedScope scope;
    scope.trace = parts[side].number;
    // What is there twice, or on the other side, counts once.
    scope.others = {parts[side + 4].number, parts[side + 2].number, parts[side + 4].number, scope.trace};
    if (side == 1) scope.others.push_back(parts[0].number);
    ui::chooseSide(c, side, scope);
  }
  const FunctionComparison* told = found(*window);
  ASSERT_NE(told, nullptr);
  ASSERT_TRUE(told->recordings);
  EXPECT_EQ(told->recordings->a, 3u);
  EXPECT_EQ(told->recordings->b, 3u);
  EXPECT_DOUBLE_EQ(told->recordings->smallest, 0.1);
  std::vector<SideFunctions> sides[2];
  for (size_t i = 0; i < paths.size(); ++i) sides[i % 2].push_back(alone(paths[i]));
  const FunctionComparison expected = compareRecordings(sides[0], sides[1]);
  expectSame(*told, expected);
  for (size_t i = 0; i < expected.changes.size(); ++i) {
    const auto &x = told->changes[i].chance, &y = expected.changes[i].chance;
    ASSERT_EQ(x.has_value(), y.has_value());
    if (!x) continue;
    EXPECT_EQ(x->p, y->p);
    EXPECT_EQ(x->q, y->q);
    EXPECT_EQ(x->effect, y->effect);
  }
  const auto tables = ui::compareTables(c);
  EXPECT_NE(tables[0].title.find("3 against 3 recordings, no p is below 0.1"), std::string::npos) << tables[0].title;
  EXPECT_EQ(tables[0].head[10], "p");
  // Stacks and threads are those of one recording.
  ui::compareView(c).by = ui::ComparedBy::Stacks;
  EXPECT_EQ(ui::comparedBy(c), ui::ComparedBy::Functions);
  const auto scopes = ui::compared(c);
  const std::string link = writeViewLink(window->app().link());
  ui::compareView(c).chosen = {};
  window->app().openLink(link);
  window->settle(0.1f);
  EXPECT_EQ(ui::compared(c), scopes);
  EXPECT_EQ(writeViewLink(window->app().link()), link);
  // A range is one of one recording: it takes the others away.
  c.range = ui::MarkedRange(c.index().begin() + 10000, c.index().begin() + 50000);
  ASSERT_TRUE(command(*window, {"b"}));
  ASSERT_TRUE(ui::compared(c));
  EXPECT_FALSE(ui::severalRecordings(*ui::compared(c)));
  EXPECT_TRUE((*ui::compared(c))[1].ranged());
}

TEST(ComparePanel, AnActionMakesHalfOfTheTracesRecordingsOfASide) {
  std::vector<std::string> paths;
  for (const char* name : {"plain", "slower", "often", "moved", "locked"})
    paths.push_back(test::dataPath(std::string("uftrace/planted/") + name + ".data"));
  auto window = opened(paths);
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const std::vector<TracePart>& parts = c.index().info().parts;
  ASSERT_TRUE(command(*window, {"recordings"}));
  auto scopes = ui::compared(c);
  ASSERT_TRUE(scopes);
  EXPECT_EQ((*scopes)[0].trace, parts[0].number);
  EXPECT_EQ((*scopes)[0].others, std::vector{parts[1].number});
  EXPECT_EQ((*scopes)[1].trace, parts[2].number);
  EXPECT_EQ((*scopes)[1].others, (std::vector{parts[3].number, parts[4].number}));
  // They are ticked one by one, too.
  EXPECT_TRUE(ui::tickRecording(c, 1, parts[4].number)) << "no longer";
  EXPECT_TRUE(ui::tickRecording(c, 0, parts[4].number));
  scopes = ui::compared(c);
  EXPECT_EQ((*scopes)[0].others, (std::vector{parts[1].number, parts[4].number}));
  EXPECT_EQ((*scopes)[1].others, std::vector{parts[3].number});
  // The other side has it, or the side is that itself, or there is none.
  for (const uint32_t wrong : {parts[2].number, parts[0].number, 99u}) EXPECT_FALSE(ui::tickRecording(c, 0, wrong));
}

// What moved to another thread is the first row, whatever noise there is.
TEST(ComparePanel, WhatMovedIsTheFirstRow) {
  auto window = opened({test::dataPath("uftrace/planted/plain.data"), test::dataPath("uftrace/planted/moved.data")});
  ASSERT_TRUE(window);
  const FunctionComparison* moved = found(*window);
  ASSERT_NE(moved, nullptr);
  EXPECT_EQ(moved->changes.at(0).name, "index_page");
  EXPECT_GT(moved->changes.at(0).moved.time, 900'000);
  const auto tables = ui::compareTables(window->app().context());
  EXPECT_EQ(tables.at(0).rows.at(0).at(0), "index_page  (977 \u00b5s moved to background)");
}

// The question counts apart, by parts of the time, what Functions counts in one.
TEST(ComparePanel, DurationsOfAFunctionAreThoseOfFunctions) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const FunctionComparison* joined = found(*window);
  ASSERT_NE(joined, nullptr);
  const auto scopes = ui::compared(c);
  int checked = 0;
  for (const FunctionChange& one : joined->changes) {
    if (one.added() || one.vanished()) continue;
    ui::ComparedDurations durations;
    const std::array<std::string, 2> names = {one.guessed() ? one.before : one.name, one.name};
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(durations.of(c.session, *scopes, names, false), nullptr);
      window->settle(0.1f);
    }
    const DurationComparison* told = durations.of(c.session, *scopes, names, true);
    ASSERT_NE(told, nullptr);
    const DurationFigures* sides[] = {&told->a, &told->b};
    for (size_t side = 0; side < 2; ++side) {
      const DurationCounts counts = ui::compareView(c).answer.durationsOf(one, side);
      const uint64_t calls = (side == 0 ? one.a : one.b).calls;
      EXPECT_EQ(sides[side]->calls, calls) << one.name;
      if (calls == 0) continue;
      EXPECT_EQ(sides[side]->median()->least, quantile(counts.sorted(), calls, 0.5)) << one.name;
      EXPECT_EQ(sides[side]->times.back().most, counts.max()) << one.name;
      ++checked;
    }
  }
  EXPECT_GT(checked, 4);
}

// The usual and the slowest calls are all of its calls. tests/tools compares the figures with those of `uftrace dump`.
TEST(ComparePanel, SlowestCallsAreComparedWithTheUsualOnes) {
  auto window = opened({kBefore});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const NameId often = c.index().names().find("often");
  ASSERT_NE(often, kNoName);
  ui::compareSlowest(c, often, SlowestShare::kAll / 10);
  const FunctionComparison* slow = found(*window);
  ASSERT_NE(slow, nullptr);
  const auto& parted = ui::compareView(c).answer.parted();
  ASSERT_TRUE(parted);
  EXPECT_EQ(parted->usual + parted->slowest, 100u);
  EXPECT_GE(parted->slowest, 10u);
  EXPECT_EQ(slow->per, "call of often");
  EXPECT_GT(slow->change(), 0);
  const std::string link = writeViewLink(window->app().link());
  ui::compareView(c).how = {};
  window->app().openLink(link);
  ASSERT_NE(found(*window), nullptr);
  ASSERT_TRUE(ui::compareView(c).how.slowest);
  EXPECT_EQ(ui::compareView(c).how.slowest->function, "often");
  // Another side is another question.
  ui::compareHalves(c);
  ASSERT_NE(found(*window), nullptr);
  EXPECT_TRUE(found(*window)->per.empty());
}

TEST(ComparePanel, SlowestCallsAreThoseOfTheSideThatIsMeant) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  const NameId often = c.index().names().find("often");
  ASSERT_NE(often, kNoName);
  uint64_t calls[2] = {};
  for (size_t side = 0; side < 2; ++side) {
    ui::compareView(c).how = {};
    const ComparedScope scope = (*ui::compared(c))[side];
    ui::compareSlowest(c, often, SlowestShare::kAll / 10, side);
    EXPECT_EQ((*ui::compared(c))[0], scope);
    ASSERT_NE(found(*window), nullptr);
    const auto& parted = ui::compareView(c).answer.parted();
    ASSERT_TRUE(parted);
    calls[side] = parted->usual + parted->slowest;
    const std::string said = ui::slowestText(c, *ui::compared(c));
    EXPECT_EQ(said.find(std::string("The calls are of ") + ui::sideName(side) + " alone: "), 0u) << said;
    const std::string link = writeViewLink(window->app().link());
    ui::compareView(c).how = {};
    ui::compareView(c).slowestSide.reset();
    window->app().openLink(link);
    ASSERT_NE(found(*window), nullptr);
    EXPECT_EQ(ui::compareView(c).slowestSide, side);
    EXPECT_EQ(writeViewLink(window->app().link()), link);
  }
  EXPECT_EQ(calls[0], 100u);
  EXPECT_EQ(calls[1], 200u);
}

TEST(ComparePanel, FiguresForEachSecondAreThoseOfATimeDivided) {
  auto window = opened({kBefore, kAfter});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  ui::compareView(c).how.perSecond = true;
  const FunctionComparison* perSecond = found(*window);
  ASSERT_NE(perSecond, nullptr);
  const SideFunctions a = alone(kBefore);
  __extension__ using Wide = __int128;
  const Wide length = a.side.end - a.side.begin;
  for (const FunctionChange& one : perSecond->changes)
    for (const SideFunction& own : a.functions) {
      if (own.name != one.name) continue;
      EXPECT_EQ(one.a.self, static_cast<int64_t>((Wide{own.figures.self} * 1'000'000'000'000 + length / 2) / length));
    }
}

TEST(ComparePanel, ThreadsForEachSecondAreThoseOfATimeDivided) {
  auto window = opened({test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat"});
  ASSERT_TRUE(window);
  ui::Context& c = window->app().context();
  ui::compareHalves(c);
  const auto scopes = *ui::compared(c);
  ui::CompareAnswer& answer = ui::compareView(c).answer;
  ui::FunctionsHow how;
  auto ask = [&] {
    answer.threads(c.session, scopes, how, false);
    window->settle(0.1f);
    return answer.threads(c.session, scopes, how, true);
  };
  const ThreadComparison* whole = ask();
  ASSERT_TRUE(whole != nullptr && whole->known && !whole->changes.empty());
  const ThreadComparison plain = *whole;
  EXPECT_EQ(plain.sideA.name, "trace.dat");
  how.perSecond = true;
  const ThreadComparison* divided = ask();
  ASSERT_NE(divided, nullptr);
  EXPECT_EQ(divided->per, "second");
  __extension__ using Wide = __int128;
  const Wide length = plain.sideA.end - plain.sideA.begin;
  size_t met = 0;
  for (const ThreadChange& one : divided->changes)
    for (const ThreadChange& own : plain.changes) {
      if (own.name != one.name) continue;
      ++met;
      EXPECT_EQ(
          one.a.in(ComparedState::Running),
          static_cast<int64_t>((Wide{own.a.in(ComparedState::Running)} * 1'000'000'000'000 + length / 2) / length));
    }
  EXPECT_GT(met, 5u);
  // A report has them whole.
  const auto report = answer.wholeThreads(c.session, scopes);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->changes.size(), plain.changes.size());
  EXPECT_TRUE(report->per.empty());
}

}  // namespace
}  // namespace tp
