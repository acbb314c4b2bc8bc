// Calls that ended, and during which something was not recorded: they are counted with an upper bound. And what woke a
// thread out of a state.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/io/local_files.h"
#include "core/session/slices/slices_question.h"
#include "core/trace/thread_state.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

std::shared_ptr<SlicesQuestion> asked(test::LocalSession& local, SliceKind kind, const std::string& by = {}) {
  SliceQuery query;
  query.kind = kind;
  query.scope.stacks = false;
  query.by = by;
  query.most = 1000000;
  auto question = std::make_shared<SlicesQuestion>(std::move(query));
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  return question;
}

// trace-cmd report has five entries of wait4 with their exits, 46378659, 5634361, 30210843, 24865737 and 86105771 ns
// apart, and an exit without an entry. CPU 0 lost records meanwhile.
TEST(Bounds, ASystemCallThatMayHaveEndedUnseenIsCounted) {
  auto files = openLocalFiles({test::samplesPath("tracecmd") + "/v7-zlib-syscalls/trace.dat"});
  ASSERT_TRUE(files);
  for (uint32_t workers : {1u, 2u}) {
    test::LocalSession local(workers);
    local.open(*files);
    CallScope scope;
    scope.stacks = false;
    local.session.requestCalls(scope);
    local.finish();
    ASSERT_NE(local.session.calls(), nullptr);
    const NameTable& names = local.session.index().names();
    const auto& rows = local.session.calls()->functions.rows;
    auto wait =
        std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return names.view(row.name) == "wait4"; });
    ASSERT_NE(wait, rows.end());
    EXPECT_EQ(wait->calls, 5u);
    EXPECT_EQ(wait->atMost, 5u);
    EXPECT_EQ(wait->total, 193195371);
    EXPECT_EQ(wait->max, 86105771);
    EXPECT_TRUE(wait->maxAtMost);
    EXPECT_EQ(wait->open, 0u);
    EXPECT_EQ(wait->unbegun, 1u);
    const auto groups = asked(local, SliceKind::Syscalls, "name");
    for (const SliceGroup& group : groups->groups()) {
      auto row =
          std::find_if(rows.begin(), rows.end(), [&](const FunctionStats& one) { return one.name == group.key.id; });
      ASSERT_NE(row, rows.end());
      EXPECT_EQ(group.sums.atMost, row->atMost) << names.view(group.key.id);
      EXPECT_EQ(group.sums.count, row->calls) << names.view(group.key.id);
      EXPECT_EQ(group.sums.unknown, row->open + row->unbegun) << names.view(group.key.id);
    }
  }
}

// The waking that ends a sleep begins the state that follows: both name who it was.
TEST(Bounds, WhoWokeASleepingThreadIsThatOfTheStateBehind) {
  auto files = openLocalFiles({test::samplesPath("tracecmd") + "/v7-none-sched/trace.dat"});
  ASSERT_TRUE(files);
  test::LocalSession local(2);
  local.open(*files);
  const auto question = asked(local, SliceKind::States);
  const NameTable& names = local.session.index().names();
  std::map<std::pair<TrackId, Time>, NameId> woken;  // by thread and time
  for (const SortedSlice& one : question->slices())
    if (threadStateOf(names.view(one.slice.name)) == ThreadState::Runnable && one.slice.caller != kNoName)
      woken[{one.slice.track, one.slice.begin}] = one.slice.caller;
  size_t sleeps = 0;
  for (const SortedSlice& one : question->slices()) {
    const ThreadState state = threadStateOf(names.view(one.slice.name));
    if (state <= ThreadState::Runnable) continue;
    const auto next = woken.find({one.slice.track, one.slice.end()});
    EXPECT_EQ(one.slice.caller, next != woken.end() ? next->second : kNoName);
    sleeps += one.slice.caller != kNoName;
  }
  EXPECT_GT(sleeps, 100u);
}

}  // namespace
}  // namespace tp
