// What a flame graph and a sandwich show is what all stacks together say, however many there are.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "core/analysis/call_shape.h"
#include "core/io/local_files.h"
#include "tests/support/calls.h"
#include "tests/support/each_trace.h"
#include "tests/support/headless_window.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"
#include "tests/support/stack_boxes.h"
#include "tests/support/uftrace_folder.h"
#include "ui/view/context.h"

namespace tp {
namespace {

using test::ask;
using test::Boxes;
using test::boxesOf;
using test::expectExact;

constexpr uint32_t kFunctions = 60, kMain = kFunctions, kFresh = kFunctions + 1, kLong = kFunctions + 2;

// A task that makes many short calls by ever other stacks, and then, from a function that was never called before, a
// long one. All calls go through "main".
class Task {
 public:
  explicit Task(uint32_t seed) : random_(seed) {}

  std::string recorded() {
    begin(kMain);
    while (made_ < kCalls) tree();
    begin(kFresh);
    begin(kLong);
    now_ += 2'000'000;
    while (!open_.empty()) end();
    return std::move(out_);
  }

 private:
  static constexpr uint32_t kCalls = 24'000;

  void begin(uint32_t function) {
    test::putUftraceCall(out_, now_, false, static_cast<uint32_t>(open_.size()), function);
    open_.push_back(function);
    ++made_;
    now_ += 10 + random_() % 200;
  }
  void end() {
    test::putUftraceCall(out_, now_, true, static_cast<uint32_t>(open_.size() - 1), open_.back());
    open_.pop_back();
    now_ += 1 + random_() % 20;
  }
  void tree() {
    const size_t depth = open_.size();
    begin(random_() % kFunctions);
    for (int steps = 0; open_.size() > depth && steps < 5000; ++steps) {
      if (random_() % 2 == 0 && open_.size() < 30) {
        // A few functions are called more than the others.
        begin(random_() % 3 == 0 ? random_() % 4 : random_() % kFunctions);
      } else {
        end();
      }
    }
    while (open_.size() > depth) end();
  }

  std::minstd_rand random_;
  std::string out_;
  std::vector<uint32_t> open_;
  uint64_t now_ = 3'000'000'000;
  uint32_t made_ = 0;
};

FileSet manyStacks() {
  std::vector<std::string> functions, tasks;
  for (uint32_t i = 0; i < kFunctions; ++i) functions.push_back("f" + std::to_string(i));
  for (const char* name : {"main", "fresh", "long"}) functions.emplace_back(name);
  for (uint32_t i = 0; i < 8; ++i) tasks.push_back(Task(i + 1).recorded());
  return test::uftraceFolder(functions, tasks);
}

class Many : public testing::Test {
 protected:
  Many()
      : files_(manyStacks()),
        exact_(test::callsOf(files_, scope(false))),
        threads_(test::callsOf(files_, scope(true))) {}

  static CallScope scope(bool byThread) {
    CallScope scope;
    scope.functions = false;
    scope.byThread = byThread;
    return scope;
  }
  static StackQuery query(const CallShape& shape) {
    StackQuery query;
    query.scope = scope(shape.byThread);
    query.shape = shape;
    return query;
  }
  const test::TraceCalls& exact(bool byThread) const { return byThread ? threads_ : exact_; }
  Boxes expected(const CallShape& shape, int64_t least = 1) const {
    const test::TraceCalls& from = exact(shape.byThread);
    if (shape.plain() && !shape.byThread)
      return boxesOf(from.profile.tree, false, from.reader->names(), from.reader->tracks(), least);
    CallShape there = shape;
    if (shape.focus != kNoName) there.focus = from.reader->names().find("f1");
    ShapedCalls shaped(from.profile.tree, there, 0);
    while (shaped.step(1u << 20)) {
    }
    return boxesOf(shaped.tree(), shape.byThread, from.reader->names(), from.reader->tracks(), least);
  }
  static int64_t wholeOf(const Boxes& boxes) {
    int64_t sum = 0;
    for (const auto& [path, figures] : boxes)
      if (path.find(';', 1) == std::string::npos) sum += figures.total;
    return sum;
  }

  FileSet files_;
  test::TraceCalls exact_, threads_;
};

TEST_F(Many, StacksAreExactByAnyNumberOfWorkers) {
  const Boxes all = expected({});
  ASSERT_GT(all.size(), StackFrames::kFew);
  ASSERT_GT(all.count(";main;fresh;long"), 0u);
  Boxes first;
  for (uint32_t workers : {1u, 2u, 3u, 8u})
    for (uint32_t seed : {0u, 1u}) {
      if (test::kSlowBuild && (workers == 2 || workers == 8 || seed == 0)) continue;
      test::LocalSession local(workers, seed);
      local.open(files_, uint64_t{1} << 16);
      auto found = ask(local, query({}), true);
      EXPECT_FALSE(found->complete());
      EXPECT_FALSE(found->tree().complete());
      EXPECT_LT(found->tree().nodes().size(), 20000u);
      const TraceIndex& index = local.session.index();
      const Boxes told = boxesOf(found->tree(), false, index.names(), index.tracks());
      expectExact(told, all, wholeOf(all) / StacksQuestion::kParts, "", std::to_string(workers) + " workers: ");
      EXPECT_EQ(found->sums().whole, wholeOf(all));
      if (first.empty()) first = told;
      EXPECT_EQ(told, first) << workers;
    }
}

TEST_F(Many, EveryWayToLookAtThemIsExact) {
  test::LocalSession local(3);
  local.open(files_, uint64_t{1} << 16);
  const TraceIndex& index = local.session.index();
  std::vector<CallShape> shapes;
  size_t number = 0;
  for (bool byThread : {false, true})
    for (CallWeight weight : {CallWeight::Total, CallWeight::Self, CallWeight::Calls})
      for (bool inverted : {false, true})
        for (bool collapse : {false, true})
          for (bool focus : {false, true}) {
            // Threads have no time of their own as long as nobody has summed it up.
            if (byThread && weight != CallWeight::Calls && !inverted && !collapse && !focus) continue;
            // A slow build takes one of five.
            if (test::kSlowBuild && number++ % 5 != 0) continue;
            shapes.push_back({weight, focus ? index.names().find("f1") : kNoName, collapse, inverted, byThread});
          }
  for (const CallShape& shape : shapes) {
    const std::string what = std::string("weight ") + std::to_string(static_cast<int>(shape.weight)) +
                             (shape.inverted ? ", inverted" : "") + (shape.collapseRecursion ? ", collapsed" : "") +
                             (shape.focus != kNoName ? ", focused" : "") + (shape.byThread ? ", by thread: " : ": ");
    auto found = ask(local, query(shape), false);
    const int64_t least = found->sums().root / StacksQuestion::kParts + 1;
    const Boxes all = expected(shape, least);
    EXPECT_FALSE(all.empty()) << what;
    expectExact(boxesOf(found->tree(), shape.byThread, index.names(), index.tracks(), least), all, least, "", what);
  }
}

// What a box of the whole does not tell apart is told when it is zoomed into, down to the last call.
TEST_F(Many, ZoomingInTellsMoreApart) {
  test::LocalSession local(2);
  local.open(files_, uint64_t{1} << 16);
  const TraceIndex& index = local.session.index();
  const Boxes all = expected({});
  StackQuery wanted = query({});
  std::string below;
  for (const char* name : {"main", "f0", "f1", "f2"}) {
    wanted.root.push_back(index.names().find(name));
    below += std::string(";") + name;
    ASSERT_GT(all.count(below), 0u) << below;
    auto found = ask(local, wanted, false);
    const int64_t least = all.at(below).total / StacksQuestion::kParts + 1;
    expectExact(boxesOf(found->tree(), false, index.names(), index.tracks(), least), all, least, below, below + ": ");
    EXPECT_EQ(found->sums().root, all.at(below).total);
  }
}

TEST_F(Many, ThreadsAreExactToo) {
  test::LocalSession local(2);
  local.open(files_, uint64_t{1} << 16);
  const TraceIndex& index = local.session.index();
  const Boxes all = boxesOf(threads_.profile.tree, true, threads_.reader->names(), threads_.reader->tracks());
  auto found = ask(local, query({.byThread = true}), true);
  EXPECT_FALSE(found->complete());
  const Boxes whole = boxesOf(found->tree(), true, index.names(), index.tracks());
  int64_t sum = 0;
  for (const auto& [path, figures] : all)
    if (std::count(path.begin(), path.end(), ';') == 2) sum += figures.total;
  expectExact(whole, all, sum / StacksQuestion::kParts + 1, "", "threads: ");
  // One thread, zoomed into.
  TrackId thread = kNoTrack;
  for (TrackId id = 0; id < index.tracks().size(); ++id)
    if (index.tracks()[id].key.kind == TrackKind::Thread && index.tracks()[id].key.tid == 1003) thread = id;
  StackQuery wanted = query({.byThread = true});
  wanted.root = {frameOf(thread)};
  const int64_t least = all.at(";1003;main").total / StacksQuestion::kParts + 1;
  expectExact(boxesOf(ask(local, wanted, false)->tree(), true, index.names(), index.tracks()), all, least, ";1003",
              "one thread: ");
}

// A comparison needs what one side has of the stacks that have a share of the other, however little that is.
TEST_F(Many, StacksOfTwoSidesAreToldTogether) {
  test::LocalSession local(2);
  local.open(files_, uint64_t{1} << 16);
  const TraceIndex& index = local.session.index();
  std::array<std::vector<int64_t>, 2> tids;
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    const TrackKey& key = index.tracks()[id].key;
    if (key.kind == TrackKind::Thread) tids[key.tid % 2 == 0 ? 0 : 1].push_back(key.tid);
  }
  std::array<StackQuery, 2> queries;
  std::array<Boxes, 2> all, alone, together;
  HeavyStacks both;
  for (size_t side = 0; side < 2; ++side) {
    queries[side] = query({});
    queries[side].scope.tids = tids[side];
    const test::TraceCalls exact = test::callsOf(files_, queries[side].scope);
    all[side] = boxesOf(exact.profile.tree, false, exact.reader->names(), exact.reader->tracks());
    auto found = ask(local, queries[side], false);
    alone[side] = boxesOf(found->tree(), false, index.names(), index.tracks());
    auto shares = std::make_shared<StacksQuestion>(JobKind::Stacks, queries[side], false, false);
    local.session.ask(shares);
    for (int i = 0; i < 100 && !shares->done(); ++i) local.finish();
    ASSERT_TRUE(shares->done());
    EXPECT_TRUE(shares->tree().empty());
    ASSERT_TRUE(shares->heavy());
    both.add(*shares->heavy());
  }
  for (size_t side = 0; side < 2; ++side) {
    auto found = std::make_shared<StacksQuestion>(JobKind::Stacks, queries[side], std::make_shared<HeavyStacks>(both));
    local.session.ask(found);
    local.finish();
    ASSERT_TRUE(found->done());
    together[side] = boxesOf(found->tree(), false, index.names(), index.tracks());
  }
  size_t lacked = 0;
  for (size_t side = 0; side < 2; ++side)
    for (const auto& [path, figures] : alone[1 - side]) {
      const auto exact = all[side].find(path);
      if (exact == all[side].end()) continue;
      lacked += alone[side].count(path) == 0 ? 1 : 0;
      ASSERT_EQ(together[side].count(path), 1u) << path;
      EXPECT_EQ(together[side].at(path).total, exact->second.total) << path;
      EXPECT_EQ(together[side].at(path).count, exact->second.count) << path;
    }
  EXPECT_GT(lacked, 0u) << "the sides tell the same by themselves, too";
}

// Of each call of a function that is in no other call of it: who called it, and what it called.
TEST_F(Many, CallersAndCalleesOfAFunctionAreComplete) {
  const CallTree& tree = exact_.profile.tree;
  const NameTable& names = exact_.reader->names();
  for (const char* function : {"f1", "f33", "long"}) {
    const NameId name = names.find(function);
    CallTree callers, callees;
    std::vector<uint32_t> within(tree.nodes().size(), 0);
    for (uint32_t i = 1; i < tree.nodes().size(); ++i) {
      const CallNode& node = tree.nodes()[i];
      const uint32_t parent = within[node.parent];
      if (parent == 0 && node.name != name) continue;
      within[i] = callees.child(parent, node.name, node.first);
      callees.add(within[i], node.count, node.total, node.first);
      // A call within a call of the function is one of its calls, and its time is that one's.
      if (parent != 0 && node.name == name)
        callers.add(callers.child(CallTree::kRoot, name, node.first), node.count, 0, node.first);
      uint32_t to = CallTree::kRoot;
      for (uint32_t at = i; parent == 0 && at != CallTree::kRoot; at = tree.nodes()[at].parent) {
        to = callers.child(to, tree.nodes()[at].name, node.first);
        callers.add(to, node.count, node.total, node.first);
      }
    }
    for (uint32_t workers : {1u, 3u}) {
      if (test::kSlowBuild && workers == 1) continue;
      test::LocalSession local(workers);
      local.open(files_, uint64_t{1} << 16);
      const TraceIndex& index = local.session.index();
      for (bool up : {true, false}) {
        StackQuery wanted = query({});
        wanted.levels = 2;
        wanted.shape.inverted = up;
        (up ? wanted.leaf : wanted.shape.focus) = index.names().find(function);
        const Boxes all = boxesOf(up ? callers : callees, false, names, exact_.reader->tracks());
        const std::string what = std::string(function) + (up ? ", callers: " : ", callees: ");
        for (bool few : {true, false}) {
          auto found = ask(local, wanted, few);
          const Boxes told = boxesOf(found->tree(), false, index.names(), index.tracks());
          const int64_t least = all.at(std::string(";") + function).total / StacksQuestion::kParts + 1;
          expectExact(told, all, found->complete() ? 0 : least, "", what);
          // Those next to it are there whatever their share.
          for (const auto& [path, figures] : all) {
            const bool near = std::count(path.begin(), path.end(), ';') <= 2;
            EXPECT_TRUE(!near || told.count(path) > 0) << what << path;
          }
        }
      }
    }
  }
}

// Of recorded traces, each stack that has a share is as one pass over the records has it.
class StacksOfTrace : public testing::TestWithParam<std::string> {};

TEST_P(StacksOfTrace, AreThoseOfACallTree) {
  const std::string& path = GetParam();
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files) << path;
  test::LocalSession local(2);
  local.open(*files);
  if (local.session.phase() != Phase::Ready) return;
  const TraceIndex& index = local.session.index();
  StackQuery wanted;
  wanted.scope.functions = false;
  test::TraceCalls one = test::callsOf(*files, wanted.scope, false, FunctionIdentity::Apart);
  ASSERT_NE(one.reader, nullptr) << path;
  const Boxes all = boxesOf(one.profile.tree, false, one.reader->names(), one.reader->tracks());
  auto few = ask(local, wanted, true);
  ASSERT_TRUE(few->complete()) << path;
  EXPECT_EQ(boxesOf(few->tree(), false, index.names(), index.tracks()), all) << path;
  auto heavy = ask(local, wanted, false);
  const int64_t least = heavy->sums().root / StacksQuestion::kParts + 1;
  expectExact(boxesOf(heavy->tree(), false, index.names(), index.tracks()), all, least, "", path + ": ");
}

INSTANTIATE_TEST_SUITE_P(Recorded, StacksOfTrace, testing::ValuesIn(test::eachTrace(2)), test::traceTestName);

// In the panel, by clicks.
TEST(FlameGraph, TellsWhatItZoomsIntoApart) {
  const FileSet files = manyStacks();
  test::HeadlessWindow window(files);
  ui::Context& c = window.app().context();
  window.show(ui::Tab::Flame);
  ASSERT_TRUE(c.flameGraph.current());
  const int64_t missing = c.flameGraph.untold();
  EXPECT_GT(missing, 0);
  auto named = [&](const char* name) { return c.index().names().find(name); };
  c.flame.zoomed.push_back({named("main"), named("f0"), named("f1")});
  window.settle(0.1f);
  ASSERT_TRUE(c.flameGraph.current());
  EXPECT_NE(c.flameGraph.top(), CallTree::kRoot);
  EXPECT_LT(c.flameGraph.untold(), missing);
  for (bool inverted : {true, false}) {
    c.flame.invert(inverted);
    window.settle(0.1f);
    EXPECT_TRUE(c.flameGraph.current());
    EXPECT_EQ(c.flameGraph.shape().inverted, inverted);
    EXPECT_TRUE(c.flame.zoomed.empty());
    EXPECT_FALSE(c.flameGraph.folded(c, false).empty());
  }
}

}  // namespace
}  // namespace tp
