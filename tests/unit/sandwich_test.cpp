// Callers and callees of a function, each call once, against what uftrace's own dump says of recordings that recur.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "core/io/local_files.h"
#include "core/session/stacks/stacks_question.h"
#include "tests/support/calls.h"
#include "tests/support/headless_window.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/uftrace_dump.h"
#include "ui/calls/sandwich.h"

namespace tp {
namespace {

struct Row {
  uint64_t calls = 0, within = 0;
  int64_t total = 0;

  bool operator==(const Row&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.calls << " calls, " << row.within << " within, " << row.total;
}
using Rows = std::map<std::string, Row>;

std::string folder(const std::string& name) {
  return test::samplesPath("uftrace") + "/" + name;
}
std::vector<test::DumpedCall> dumped(const std::string& name) {
  return test::dumpedCalls(test::readFile(folder(name) + "/ref/dump.txt"));
}

void add(Row& row, const test::DumpedCall& call, bool within) {
  ++row.calls;
  row.within += within ? 1 : 0;
  row.total += within ? 0 : call.end - call.begin;
}

Rows callersOf(const std::vector<test::DumpedCall>& calls, const std::string& function) {
  Rows rows;
  for (const test::DumpedCall& call : calls)
    if (call.name == function && call.end >= 0)
      add(rows[call.caller], call, std::find(call.above.begin(), call.above.end(), function) != call.above.end());
  return rows;
}

Rows calleesOf(const std::vector<test::DumpedCall>& calls, const std::string& function) {
  Rows rows;
  for (const test::DumpedCall& call : calls) {
    if (call.caller != function || call.end < 0) continue;
    bool within = call.name == function;
    for (size_t i = 1; i < call.above.size(); ++i)
      within = within || (call.above[i] == call.name && call.above[i - 1] == function);
    add(rows[call.name], call, within);
  }
  return rows;
}

Rows rowsOf(const DirectCalls& direct, const NameTable& names) {
  Rows rows;
  for (const DirectCall& one : direct.sorted([&](NameId name) { return std::string(names.view(name)); })) {
    EXPECT_EQ(one.open, 0u);
    rows[std::string(names.view(one.name))] = {one.calls, one.within, one.total};
  }
  return rows;
}

TEST(Sandwich, EveryCallHasOneCaller) {
  for (const auto& [sample, function] : std::map<std::string, std::string>{
           {"fib-plain", "fib"}, {"fib-args", "fib"}, {"deep600", "ping"}, {"tail", "even"}, {"fib-cyg", "fib"}}) {
    const std::vector<test::DumpedCall> calls = dumped(sample);
    const Rows callers = callersOf(calls, function), callees = calleesOf(calls, function);
    uint64_t all = 0, sum = 0;
    for (const test::DumpedCall& call : calls) all += call.name == function ? 1 : 0;
    for (const auto& [name, row] : callers) sum += row.calls;
    ASSERT_GT(all, 1u) << sample;
    ASSERT_EQ(sum, all) << sample;
    auto files = openLocalFiles({folder(sample) + "/uftrace.data"});
    ASSERT_TRUE(files) << sample;
    for (uint32_t workers : {1u, 2u, 3u, 8u})
      for (bool all : {true, false})
        for (bool up : {true, false}) {
          test::LocalSession local(workers);
          local.open(*files);
          const NameTable& names = local.session.index().names();
          StackQuery query;
          query.scope.functions = false;
          query.levels = 2;
          query.shape.inverted = up;
          (up ? query.leaf : query.shape.focus) = names.find(function);
          auto question = std::make_shared<StacksQuestion>(JobKind::Callers, query, all);
          local.session.ask(question);
          for (int i = 0; i < 100 && !question->done(); ++i) local.finish();
          ASSERT_TRUE(question->done());
          EXPECT_EQ(rowsOf(question->direct(), names), up ? callers : callees) << sample << (up ? " callers" : "");
        }
  }
}

// Those that a longjmp left stand beside them, by who called them.
TEST(Sandwich, CallsThatDidNotEndAreBesideThem) {
  std::map<std::string, uint64_t> callers, callees;
  for (const test::DumpedCall& call : dumped("jmp")) {
    if (call.end >= 0) continue;
    if (call.name == "inner") ++callers[call.caller];
    if (call.caller == "inner") ++callees[call.name];
  }
  ASSERT_EQ(callers["inner"], 6u);
  auto files = openLocalFiles({folder("jmp") + "/uftrace.data"});
  ASSERT_TRUE(files);
  for (bool up : {true, false}) {
    test::LocalSession local(2);
    local.open(*files);
    const NameTable& names = local.session.index().names();
    StackQuery query;
    query.scope.functions = false;
    query.shape.inverted = up;
    (up ? query.leaf : query.shape.focus) = names.find("inner");
    auto question = std::make_shared<StacksQuestion>(JobKind::Callers, query, true);
    local.session.ask(question);
    local.finish();
    ASSERT_TRUE(question->done());
    std::map<std::string, uint64_t> told;
    for (const DirectCall& one : question->direct().sorted([](NameId) { return std::string(); })) {
      EXPECT_EQ(one.calls, 0u);
      told[std::string(names.view(one.name))] = one.open;
    }
    EXPECT_EQ(told, up ? callers : callees);
  }
}

// The tables of the panel, and the box of the function in the stacks of its callers.
TEST(Sandwich, TheHeadIsTheSumOfTheCallers) {
  auto files = openLocalFiles({folder("fib-plain") + "/uftrace.data"});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  c.drawerOpen = true;
  c.tab = ui::Tab::Sandwich;
  c.function = c.index().names().find("fib");
  window.settle(0.1f);
  const ui::Sandwich& sandwich = c.memory.of<ui::Sandwich>();
  ASSERT_TRUE(sandwich.halves[0].current(c) && sandwich.halves[1].current(c));
  const std::vector<DirectCall>& callers = sandwich.halves[0].rows;
  ASSERT_EQ(callers.size(), 2u);
  EXPECT_EQ(ui::directText(c.names, callers[0]), "main");
  EXPECT_EQ(callers[0].calls, 1u);
  EXPECT_EQ(ui::directText(c.names, callers[1]), "fib");
  EXPECT_EQ(callers[1].calls, 24u);
  EXPECT_EQ(callers[1].within, 24u);
  EXPECT_EQ(callers[1].total, 0);
  const CallTree& tree = sandwich.halves[0].shown->tree();
  EXPECT_EQ(tree.nodes()[tree.nodes()[CallTree::kRoot].child].count, 25u);
}

// What a longjmp left ends under another name: its time is not its caller's own, in stacks as in functions.
TEST(Stacks, TimeOfALongjmpIsNotKnown) {
  auto files = openLocalFiles({folder("jmp") + "/uftrace.data"});
  ASSERT_TRUE(files);
  CallScope scope;
  const test::TraceCalls calls = test::callsOf(*files, scope);
  ASSERT_NE(calls.reader, nullptr);
  const CallTree& tree = calls.profile.tree;
  const NameTable& names = calls.reader->names();
  std::map<std::string, int64_t> self, total;
  for (uint32_t i = 1; i < tree.nodes().size(); ++i) {
    const std::string name(names.view(tree.nodes()[i].name));
    self[name] += tree.self(i);
    total[name] += tree.nodes()[i].total;
  }
  for (const char* function : {"main", "outer", "souter", "after", "puts"})
    EXPECT_EQ(self[function], calls.profile.functions[names.find(function)].self) << function;
  // From the calls of inner and sinner that were left to the second returns of _setjmp and __sigsetjmp.
  int64_t left = 0;
  const std::string text = test::readFile(folder("jmp") + "/ref/dump.txt");
  std::map<int, std::pair<std::string, int64_t>> open;  // by depth
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    long long seconds = 0, ns = 0, task = 0;
    char kind[8] = {}, name[64] = {};
    int depth = 0;
    if (std::sscanf(line.c_str(), "%lld.%lld %lld: [%5c] %63[^(](%*[^)]) depth: %d", &seconds, &ns, &task, kind, name,
                    &depth) != 6)
      continue;
    const int64_t time = seconds * 1'000'000'000 + ns;
    if (kind[1] == 'n') open[depth] = {name, time};
    if (kind[1] == 'x' && open[depth].first != name) left += time - open[depth].second;
  }
  EXPECT_GT(left, 2000);
  EXPECT_EQ(total[std::string(kNotKnown)], left);
}

// Unless another function was chosen before.
TEST(Sandwich, BeginsWithTheSelectedCall) {
  auto files = openLocalFiles({folder("sched") + "/uftrace.data"});
  ASSERT_TRUE(files);
  for (const char* name : {"", "pause_us", "main"}) {
    test::HeadlessWindow window(*files);
    ui::Context& c = window.app().context();
    const TraceIndex& index = c.index();
    for (TrackId track = 0; *name != '\0' && track < index.tracks().size() && !c.selection; ++track) {
      if (index.tracks()[track].key.kind != TrackKind::Thread) continue;
      std::vector<Mark> marks;
      c.session.query(track, index.begin(), index.end(), 0, marks);
      for (const Mark& mark : marks)
        if (!mark.aggregate() && index.names().view(mark.name) == name) c.selection = ui::Selection{track, mark};
    }
    ASSERT_EQ(c.selection.has_value(), *name != '\0') << name;
    window.show(ui::Tab::Sandwich, 0.3f);
    EXPECT_EQ(index.names().view(c.function), *name != '\0' ? name : "burn") << "not linux:schedule";
  }
}

}  // namespace
}  // namespace tp
