// In which call of a program a thread waited, by records and waits that are made here.
#include "core/analysis/waits/user_wait_calls.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

namespace tp {
namespace {

constexpr TrackId kThread = 7;

Record recordOf(RecordKind kind, Time time, uint16_t depth, NameId name) {
  Record record;
  record.kind = kind;
  record.time = time;
  record.depth = depth;
  record.name = name;
  record.track = kThread;
  return record;
}

Record begin(Time time, uint16_t depth, NameId name) {
  return recordOf(RecordKind::Begin, time, depth, name);
}

Record end(Time time, uint16_t depth, NameId name) {
  return recordOf(RecordKind::End, time, depth, name);
}

using Waits = std::vector<std::pair<Time, Time>>;
// By the time when the wait begins: the name of its call; -1 if it is contradicted.
using Said = std::map<Time, int64_t>;

UserWaits asked(const Waits& waits) {
  UserWaits asked{3, kThread, {}};
  for (const auto& [from, to] : waits) asked.waits.add({from, to});
  return asked;
}

std::vector<UserCalls> answers(const Waits& waits, const std::vector<Record>& records) {
  UserCallFinder finder({asked(waits)});
  RecordBatch batch;
  for (const Record& record : records) {
    batch.push() = record;
    // Batches end anywhere.
    if (batch.count < 2) continue;
    finder.add(batch);
    batch.clear();
  }
  finder.add(batch);
  finder.endUnit();
  return finder.take();
}

Said said(const Waits& waits, const std::vector<Record>& records) {
  Said found;
  for (const UserCalls& one : answers(waits, records)) {
    EXPECT_EQ(one.pair, 3u);
    LaneItems calls(one.calls);
    for (const LaneItem* call = calls.next(); call != nullptr; call = calls.next()) {
      found[call->begin] = call->code == UserCalls::kContradicts ? -1 : int64_t{one.nameOf(call->code)};
      calls.skip();
    }
  }
  return found;
}

TEST(UserWaitCalls, AWaitIsInTheInnermostCallThatWasOpenThroughout) {
  const std::vector<Record> records = {begin(10, 0, 1), begin(20, 1, 2), end(50, 1, 2), end(90, 0, 1)};
  const Waits waits = {{2, 8}, {12, 18}, {22, 30}, {31, 49}, {60, 80}, {95, 99}};
  EXPECT_EQ(said(waits, records), (Said{{12, 1}, {22, 2}, {31, 2}, {60, 1}}));
}

TEST(UserWaitCalls, ARecordAtTheTimeOfASwitchIsOutsideOfTheWait) {
  const std::vector<Record> records = {begin(10, 0, 1), begin(20, 1, 2), end(50, 1, 2), begin(60, 1, 3), end(70, 1, 3)};
  EXPECT_EQ(said({{20, 50}, {50, 60}}, records), (Said{{20, 2}, {50, 1}}));
}

TEST(UserWaitCalls, ACallThatBeginsOrEndsWithinAWaitContradictsIt) {
  const std::vector<Record> records = {begin(10, 0, 1), begin(20, 1, 2), end(30, 1, 2), begin(40, 1, 3), end(50, 1, 3)};
  EXPECT_EQ(said({{5, 15}, {21, 39}, {41, 49}}, records), (Said{{5, -1}, {21, -1}, {41, 3}}));
}

TEST(UserWaitCalls, WithoutALaterRecordNothingIsKnown) {
  EXPECT_EQ(said({{12, 18}}, {begin(10, 0, 1)}), Said());
  EXPECT_EQ(said({{12, 18}}, {begin(10, 0, 1), recordOf(RecordKind::Lost, 30, 0, kNoName), end(40, 0, 1)}), Said());
  EXPECT_EQ(said({{12, 18}}, {begin(10, 0, 1), recordOf(RecordKind::Cut, 30, 0, kNoName), begin(40, 0, 4)}), Said());
}

TEST(UserWaitCalls, WhatDoesNotFitTogetherNamesNothing) {
  // The end of the caller: that of the callee is missing.
  EXPECT_EQ(said({{22, 28}}, {begin(10, 0, 1), begin(20, 1, 2), end(30, 0, 1)}), Said());
  // Another call at the same depth.
  EXPECT_EQ(said({{12, 18}}, {begin(10, 0, 1), begin(30, 0, 2)}), Said());
  Record bound = end(30, 0, 1);
  bound.setAtMost();
  EXPECT_EQ(said({{12, 18}}, {begin(10, 0, 1), bound}), Said());
  EXPECT_EQ(said({{12, 38}}, {begin(10, 0, 1), bound}), Said());
}

TEST(UserWaitCalls, SwitchesAndInstantsAreNoCalls) {
  Record leaves = begin(21, 1, 9), arrives = end(29, 1, 9);
  leaves.flags = kOffCpu;
  arrives.flags = kOnCpu;
  const std::vector<Record> records = {begin(10, 0, 1), leaves, recordOf(RecordKind::Instant, 25, 0, 5), arrives,
                                       end(40, 0, 1)};
  EXPECT_EQ(said({{20, 30}}, records), (Said{{20, 1}}));
}

TEST(UserWaitCalls, EachUnitAnswersForItself) {
  UserCallFinder finder({asked({{12, 18}})});
  for (const NameId name : {1u, 2u}) {
    RecordBatch batch;
    batch.push() = begin(10, 0, name);
    batch.push() = end(20, 0, name);
    finder.add(batch);
    finder.endUnit();
  }
  EXPECT_EQ(finder.take().size(), 2u);
}

}  // namespace
}  // namespace tp
