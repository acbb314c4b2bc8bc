// The panel Compare: the sides of joined traces are what the traces are alone, and its scopes are kept in links.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/analysis/compare/function_pairs.h"
#include "core/analysis/compare/recordings.h"
#include "core/io/local_files.h"
#include "core/link/view_link.h"
#include "core/session/compare/compared_scope.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/compare/compare_panel.h"
#include "ui/compare/compare_scopes.h"
#include "ui/compare/compared_durations.h"
#include "ui/view/compared.h"
#include "ui/view/context.h"
#include "ui/view/corrected_names.h"

namespace tp {
namespace {

const std::string kBefore = test::dataPath("uftrace/compared/before.data");
const std::string kAfter = test::dataPath("uftrace/compared/after.data");

// The functions of a trace that is open alone.
SideFunctions alone(const std::string& path) {
  SideFunctions out;
  auto files = openLocalFiles({path});
  EXPECT_TRUE(files);
  if (!files) return out;
  test::LocalSession local;
  local.open(*files);
  const TraceIndex& index = local.session.index();
  CallScope scope;
  scope.stacks = false;
  scope.middle = middleOf(comparedSide({}, index));
  scope.callers = true;
  auto question = std::make_shared<CallsQuestion>(scope, 0);
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  out.side = comparedSide({}, index);
  out.functions = sideFunctions(question->calls().functions, question->calls().profile.functions, index.names());
  out.calls = sideCalls(out.functions, question->calls().profile.edges, index.names());
  return out;
}

std::unique_ptr<test::HeadlessWindow> opened(const std::vector<std::string>& paths) {
  auto files = openLocalFiles(paths);
  EXPECT_TRUE(files);
  auto window = files ? std::make_unique<test::HeadlessWindow>(*files) : nullptr;
  if (window) window->show(ui::Tab::Compare);
  return window;
}

bool command(test::HeadlessWindow& window, const std::vector<std::string>& args) {
  return window.app().command("compare", args);
}

const FunctionComparison* found(test::HeadlessWindow& window) {
  window.settle(0.1f);
  ui::Context& c = window.app().context();
  const auto scopes = ui::compared(c);
  return scopes ? ui::compareView(c).answer.functions(c.session, *scopes, ui::compareView(c).how, true) : nullptr;
}

void expectSame(const FunctionComparison& a, const FunctionComparison& b) {
  EXPECT_EQ(a.same, b.same);
  EXPECT_EQ(a.a.self, b.a.self);
  EXPECT_EQ(a.b.self, b.b.self);
  ASSERT_EQ(a.changes.size(), b.changes.size());
  for (size_t i = 0; i < a.changes.size(); ++i) {
    const FunctionChange &x = a.changes[i], &y = b.changes[i];
    EXPECT_EQ(x.name, y.name);
    EXPECT_EQ(x.before, y.before);
    EXPECT_TRUE(x.a.same(y.a)) << x.name;
    EXPECT_TRUE(x.b.same(y.b)) << x.name;
    EXPECT_EQ(x.noiseBelow, y.noiseBelow) << x.name;
  }
}

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
  auto files = openLocalFiles({kBefore, kAfter});
  ASSERT_TRUE(files);
  window->reopen(*files, {});
  window->settle(0.1f);
  EXPECT_EQ(ui::compared(window->app().context()), scopes);
}

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

TEST(ComparePanel, AMalformedAlignmentIsLeftOut) {
  const LinkShifts read = readShifts("1f;2,-1500;3;x,5;4,99999999999999999999;5,7,8;6,12");
  EXPECT_EQ(read.of, 0x1fu);
  ASSERT_EQ(read.traces.size(), 2u);
  EXPECT_EQ(read.traces[1], std::pair(6u, Time{12}));
  EXPECT_EQ(readShifts(shiftsText(read)), read);
  EXPECT_TRUE(readShifts(";2,5").traces.empty());
  EXPECT_EQ(shiftsText({}), "");
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
