// Comparing threads: those of one name are added up, and each state's changes add up to the whole.
#include <gtest/gtest.h>

#include "core/analysis/compare/thread_changes.h"
#include "core/export/compare_limit.h"
#include "core/export/compare_text.h"

namespace tp {
namespace {

// Threads with their running and sleeping times.
class Threads {
 public:
  void add(const char* name, Time running, Time sleeping) {
    ThreadScheduling one;
    TrackKey key;
    key.kind = TrackKind::Thread;
    key.tid = static_cast<int64_t>(tracks.size()) + 10;
    Track track;
    track.key = key;
    track.name = name;
    one.thread = tracks.add(track);
    one.times[static_cast<size_t>(ThreadState::Running)] = running;
    one.times[static_cast<size_t>(ThreadState::Sleeping)] = sleeping;
    scheduling.threads.push_back(one);
  }
  SideThreads side(std::vector<int64_t> tids = {}, const Scheduling* first = nullptr,
                   const Scheduling* second = nullptr) const {
    return {{}, true, sideThreads(scheduling, first, second, tracks, tids)};
  }

  TrackTable tracks;
  Scheduling scheduling;
};

TEST(CompareThreads, ThreadsOfOneNameAreAddedUp) {
  Threads a, b;
  a.add("worker", 10, 5);
  a.add("worker", 20, 5);
  a.add("same", 1, 1);
  b.add("same", 1, 1);
  b.add("worker", 25, 100);
  b.add("new", 3, 0);
  const ThreadComparison found = compareThreads(a.side(), b.side());
  ASSERT_EQ(found.changes.size(), 2u);
  EXPECT_EQ(found.same, 1u);
  EXPECT_EQ(found.changes[0].name, "worker");
  EXPECT_EQ(found.changes[0].a.threads, 2u);
  EXPECT_EQ(found.changes[0].change(ComparedState::Running), -5);
  EXPECT_EQ(found.changes[0].change(ComparedState::Sleeping), 90);
  EXPECT_EQ(found.changes[1].a.threads, 0u);
  EXPECT_EQ(found.b.in(ComparedState::Running)-found.a.in(ComparedState::Running), -5 + 3);
  EXPECT_FALSE(growsAbove(found, 0));
}

TEST(CompareThreads, ThreadsMayBeNamedByTheirIds) {
  Threads a;
  a.add("one", 10, 0);
  a.add("two", 20, 0);
  ASSERT_EQ(a.side({11}).threads.size(), 1u);
  EXPECT_EQ(a.side({11}).threads[0].name, "two");
}

TEST(CompareThreads, LessThanFiveTimesWhatTheHalvesDifferByIsNoise) {
  Threads a, b;
  a.add("steady", 10, 0);
  a.add("late", 10, 0);
  b.add("steady", 13, 0);
  b.add("late", 11, 0);
  Scheduling first = a.scheduling, second = a.scheduling;
  first.threads[0].times[static_cast<size_t>(ThreadState::Running)] = 3;
  second.threads[0].times[static_cast<size_t>(ThreadState::Running)] = 7;
  first.threads[1].times[static_cast<size_t>(ThreadState::Running)] = 0;
  const ThreadComparison found = compareThreads(a.side({}, &first, &second), b.side());
  ASSERT_EQ(found.changes.size(), 2u);
  EXPECT_EQ(found.changes[0].noiseBelow, 20);
  EXPECT_TRUE(found.changes[0].noise());
  EXPECT_EQ(found.changes[1].noiseBelow, std::nullopt);
}

TEST(CompareThreads, FiguresForEachSecondAreThousandths) {
  Threads a, b;
  a.add("one", 10, 5);
  b.add("one", 10, 0);
  a.scheduling.threads[0].switches = 4;
  b.scheduling.threads[0].switches = 4;
  SideThreads sides[] = {a.side(), b.side()};
  divideThreads(sides[0], {3, 1});
  divideThreads(sides[1], {2, 1});
  const ThreadComparison found = compareThreads(sides[0], sides[1], "second");
  ASSERT_EQ(found.changes.size(), 1u);
  const ThreadChange& one = found.changes[0];
  EXPECT_EQ(one.a.in(ComparedState::Running), 3333);
  EXPECT_EQ(one.a.in(ComparedState::Sleeping), 1667) << "rounded to the nearest";
  EXPECT_EQ(one.change(ComparedState::Running), 5000 - 3333);
  EXPECT_EQ(one.switchesChange(), 2000 - 1333);
  EXPECT_EQ(one.a.threads, 1u);
  EXPECT_EQ(found.a.switchesOrRate(), 1333);
  EXPECT_NE(comparisonReport(found).find("+1.667"), std::string::npos);
  EXPECT_NE(comparisonJson(found).find("\"per\": \"second\""), std::string::npos);
  EXPECT_NE(comparisonJson(found).find("\"switches\": 1.333"), std::string::npos);
  EXPECT_NE(comparisonCsv(found).find(",1,3.333,0.000,1.667,"), std::string::npos);
}

TEST(CompareThreads, WhatOneSideDoesNotTellIsNotKnown) {
  Threads a;
  a.add("one", 10, 0);
  SideThreads other;
  const ThreadComparison found = compareThreads(a.side(), other);
  EXPECT_FALSE(found.known);
  EXPECT_TRUE(found.changes.empty());
  EXPECT_EQ(comparisonReport(found).find("nothing differs"), std::string::npos);
}

TEST(CompareThreads, TimesOfAnySizeAreSafe) {
  Threads a, b;
  a.add("one", INT64_MIN, INT64_MAX);
  a.add("one", INT64_MIN, INT64_MAX);
  b.add("one", INT64_MAX, INT64_MIN);
  const ThreadComparison found = compareThreads(a.side(), b.side());
  EXPECT_FALSE(comparisonReport(found, 1).empty());
  EXPECT_FALSE(comparisonJson(found).empty());
  EXPECT_FALSE(comparisonCsv(found).empty());
}

}  // namespace
}  // namespace tp
