// The whole way from files to what a view asks for, with the workers in the same thread.
#include "core/session/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/io/local_files.h"
#include "core/session/scheduling/scheduling_question.h"
#include "tests/support/decode_all.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

FileSet kitchen() {
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  return files ? std::move(*files) : FileSet();
}

std::vector<std::string> threadNames(const TraceIndex& index) {
  std::vector<std::string> names;
  for (TrackId id = 0; id < index.tracks().size(); ++id)
    if (index.tracks()[id].key.kind == TrackKind::Thread) names.push_back(index.tracks()[id].detail);
  std::sort(names.begin(), names.end());
  return names;
}

TrackId threadWith(test::LocalSession& local, std::string_view function, Mark& mark) {
  const TraceIndex& index = local.session.index();
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    if (index.tracks()[id].key.kind != TrackKind::Thread) continue;
    std::vector<Mark> marks;
    local.session.query(id, index.begin(), index.end(), 0, marks);
    for (const Mark& found : marks) {
      if (found.aggregate() || index.names().view(found.name) != function) continue;
      mark = found;
      return id;
    }
  }
  return kNoTrack;
}

TEST(Session, AnyNumberOfWorkersGivesTheSame) {
  test::LocalSession one(1), three(3);
  one.open(kitchen());
  three.open(kitchen(), 1000);
  ASSERT_EQ(one.session.phase(), Phase::Ready);
  ASSERT_EQ(three.session.phase(), Phase::Ready);
  EXPECT_EQ(one.session.index().records(), three.session.index().records());
  EXPECT_EQ(one.session.index().begin(), three.session.index().begin());
  EXPECT_EQ(one.session.index().end(), three.session.index().end());
  EXPECT_EQ(threadNames(one.session.index()), threadNames(three.session.index()));
  EXPECT_DOUBLE_EQ(three.session.progress().fraction(), 1);
}

TEST(Session, DescribesASliceByItsRecords) {
  test::LocalSession local;
  local.open(kitchen());
  Mark mark;
  TrackId track = threadWith(local, "kitchen::simmer", mark);
  ASSERT_NE(track, kNoTrack);
  local.session.describe(track, mark);
  local.finish();
  const Description* description = local.session.description();
  ASSERT_NE(description, nullptr);
  ASSERT_TRUE(description->answered);
  ASSERT_TRUE(description->found);
  auto has = [&](const char* label) {
    return std::any_of(description->rows.begin(), description->rows.end(),
                       [&](const auto& row) { return row.label == label; });
  };
  EXPECT_TRUE(has("arguments"));
  EXPECT_TRUE(has("returned"));
  EXPECT_TRUE(has("recorded in"));
}

TEST(Session, StatisticsOfARangeAreClippedToIt) {
  test::LocalSession local(2);
  local.open(kitchen());
  Mark mark;
  ASSERT_NE(threadWith(local, "main", mark), kNoTrack);
  CallScope scope;
  scope.begin = mark.begin + 1000;
  scope.end = mark.begin + 21000;
  local.session.requestCalls(scope);
  local.finish();
  ASSERT_NE(local.session.calls(), nullptr);
  int64_t main = -1;
  for (const FunctionStats& row : local.session.calls()->functions.rows) {
    EXPECT_LE(row.max, 20000);
    if (local.session.index().names().view(row.name) == "main") main = row.total;
  }
  EXPECT_EQ(main, 20000);
}

// What a view has kept of an answer is told by its number: a trace that is opened later must not have the same one.
TEST(Session, AnswersOfTracesThatAreOpenedLaterHaveOtherNumbers) {
  test::LocalSession local;
  std::set<uint32_t> numbers;
  for (int opened = 0; opened < 4; ++opened) {
    local.open(kitchen());
    local.session.requestCalls({});
    auto scheduling = std::make_shared<SchedulingQuestion>(SchedulingScope());
    EXPECT_EQ(scheduling->id(), 0u);
    local.session.ask(scheduling);
    local.finish();
    ASSERT_NE(local.session.calls(), nullptr);
    ASSERT_TRUE(scheduling->done());
    EXPECT_TRUE(numbers.insert(local.session.calls()->id).second);
    EXPECT_TRUE(numbers.insert(scheduling->id()).second);
  }
}

TEST(Session, CancelWhileOpeningCloses) {
  test::LocalSession local;
  local.session.beginOpen("x", 0);
  local.session.cancel();
  EXPECT_EQ(local.session.phase(), Phase::Empty);
}

TEST(Session, WhatNobodyReadsFailsWithAReason) {
  test::LocalSession local(2);
  local.open(test::fileInMemory("notes.txt", "shopping: eggs, milk\n"));
  EXPECT_EQ(local.session.phase(), Phase::Failed);
  EXPECT_NE(local.session.error().find("notes.txt"), std::string::npos);
  EXPECT_NE(local.session.error().find("trace-cmd"), std::string::npos);
}

TEST(Session, MessagesThatMakeNoSenseAreSurvived) {
  test::LocalSession local;
  local.open(kitchen());
  std::vector<std::byte> nonsense(64, std::byte{0x7f});
  for (uint8_t type = 0; type < 8; ++type) {
    nonsense[0] = std::byte{type};
    local.session.receive(0, nonsense, 0);
    local.session.receive(9, nonsense, 0);
  }
  SUCCEED();
}

}  // namespace
}  // namespace tp
