// The durations of one function in two recordings: medians and pairs against a count of all of them, what is rounded
// within its bounds, and how often the interval holds what is true, in a simulation. docs/compare.md states its
// figures.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "core/analysis/compare/block_bootstrap.h"
#include "core/analysis/compare/duration_changes.h"
#include "core/export/compare_durations_text.h"
#include "tests/support/drifting_machine.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

using test::Drift;
using test::DriftingMachine;
using test::kDriftCalls;
using test::kSlowBuild;

// Calls that follow each other at equal distances.
TimedDurations timed(const std::vector<int64_t>& durations) {
  TimedDurations out;
  for (size_t i = 0; i < durations.size(); ++i) {
    SeenCall call;
    call.begin = static_cast<Time>(i);
    call.duration = durations[i];
    out.add(call);
  }
  return out;
}

SideDurations sideOf(const std::vector<int64_t>& durations) {
  SideDurations out;
  out.side.name = "trace";
  out.side.clock.isNs = true;
  out.function = "f";
  TimedDurations calls = timed(durations);
  out.parts = calls.parts();
  out.left = calls.left();
  return out;
}

double medianOf(std::vector<int64_t> durations) {
  std::sort(durations.begin(), durations.end());
  return static_cast<double>(durations[durations.size() / 2]);
}

double pairsLonger(const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  uint64_t twice = 0;
  for (const int64_t x : a)
    for (const int64_t y : b) twice += y > x ? 2 : y == x ? 1 : 0;
  return static_cast<double>(twice) / 2 / static_cast<double>(a.size()) / static_cast<double>(b.size());
}

std::vector<int64_t> drawn(std::mt19937_64& random, size_t count, uint64_t most) {
  std::vector<int64_t> out(count);
  for (int64_t& one : out) one = 1 + static_cast<int64_t>(random() % most);
  return out;
}

TEST(CompareDurations, AreThoseOfACountOfAllPairs) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 60; ++round) {
    const uint64_t most = round < 30 ? 5 : 100'000;  // small ones have equal durations
    const auto a = drawn(random, 1 + random() % 40, most), b = drawn(random, 1 + random() % 40, most);
    const DurationComparison found = compareDurations(sideOf(a), sideOf(b));
    ASSERT_TRUE(found.ratio && found.longer);
    EXPECT_TRUE(found.ratio->exact() && found.longer->exact());
    EXPECT_DOUBLE_EQ(found.ratio->least, medianOf(b) / medianOf(a));
    EXPECT_DOUBLE_EQ(found.longer->least, pairsLonger(a, b));
    EXPECT_EQ(found.a.times.front().least, *std::min_element(a.begin(), a.end()));
    EXPECT_EQ(found.a.times.back().most, *std::max_element(a.begin(), a.end()));
  }
}

TEST(CompareDurations, RoundedOnesAreWithinTheirBounds) {
  std::mt19937_64 random(4);
  // More different durations in each part than are kept exactly.
  const auto a = drawn(random, 600'000, 1'000'000'000), b = drawn(random, 600'000, 1'100'000'000);
  const DurationComparison found = compareDurations(sideOf(a), sideOf(b));
  ASSERT_TRUE(found.ratio && found.longer && found.interval);
  const double ratio = medianOf(b) / medianOf(a);
  EXPECT_FALSE(found.ratio->exact());
  EXPECT_LE(found.ratio->least, ratio);
  EXPECT_GE(found.ratio->most, ratio);
  EXPECT_LE(found.ratio->most / found.ratio->least, 1.005);
  // By sorting, as there are too many pairs to count.
  std::vector<int64_t> sorted = a;
  std::sort(sorted.begin(), sorted.end());
  double longer = 0;
  for (const int64_t y : b) {
    const auto [from, to] = std::equal_range(sorted.begin(), sorted.end(), y);
    longer += static_cast<double>(from - sorted.begin()) + static_cast<double>(to - from) / 2;
  }
  longer /= static_cast<double>(a.size()) * static_cast<double>(b.size());
  EXPECT_LE(found.longer->least, longer);
  EXPECT_GE(found.longer->most, longer);
  EXPECT_LE(found.longer->most - found.longer->least, 0.005);
  EXPECT_LE(found.interval->least, found.ratio->least);
  EXPECT_GE(found.interval->most, found.ratio->most);
}

TEST(CompareDurations, WorkersAddUp) {
  std::mt19937_64 random(5);
  const auto all = drawn(random, 3000, 100'000);
  TimedDurations parts[2], whole;
  for (size_t i = 0; i < all.size(); ++i) {
    SeenCall call;
    call.begin = static_cast<Time>(i);
    call.duration = all[i];
    if (i % 10 == 0) call.known = i % 20 == 0 ? SeenCall::Known::Open : SeenCall::Known::Unbegun;
    call.atMost = i % 10 == 1;
    parts[i % 2].add(call);
    whole.add(call);
  }
  WireWriter written;
  written(parts[1].told());
  const std::vector<std::byte> bytes = written.take();
  WireReader in(bytes);
  parts[0].merge(in.read<TimedDurations::Told>());
  EXPECT_FALSE(in.failed());
  EXPECT_EQ(parts[0].left().open, 150u);
  EXPECT_EQ(parts[0].left().unbegun, 150u);
  EXPECT_EQ(parts[0].left().atMost, 300u);
  uint64_t calls = 0;
  const auto merged = parts[0].parts(), counted = whole.parts();
  ASSERT_EQ(merged.size(), counted.size());
  for (size_t part = 0; part < merged.size(); ++part) {
    ASSERT_EQ(merged[part].size(), counted[part].size());
    for (size_t i = 0; i < merged[part].size(); ++i) {
      EXPECT_EQ(merged[part][i].least, counted[part][i].least);
      EXPECT_EQ(merged[part][i].count, counted[part][i].count);
      calls += merged[part][i].count;
    }
  }
  EXPECT_EQ(calls, 2400u);
}

// A thread that sleeps, or a phase without calls, leaves as many parts.
TEST(CompareDurations, TimeWithoutCallsCostsNoParts) {
  TimedDurations calls;
  uint64_t state = 1;
  for (int phase = -2; phase <= 2; ++phase)
    for (int i = 0; i < 1000; ++i) {
      state = state * 6364136223846793005 + 1442695040888963407;
      SeenCall call;
      call.begin = Time{phase} * 1'000'000'000'000 + i * 1000;
      call.duration = static_cast<Time>(state >> 56);
      calls.add(call);
    }
  const auto parts = calls.parts();
  EXPECT_GT(parts.size(), TimedDurations::kMostParts / 4);
  EXPECT_LE(parts.size(), TimedDurations::kMostParts);
  EXPECT_EQ(blocksOf(parts).size(), kMostBlocks);
  TimedDurations far;
  for (const Time begin : {std::numeric_limits<Time>::min(), Time{0}, std::numeric_limits<Time>::max()}) {
    SeenCall call;
    call.begin = begin;
    far.add(call);
  }
  EXPECT_EQ(far.parts().size(), 3u);
}

TEST(CompareDurations, WhatIsNotKnownIsNotTold) {
  std::mt19937_64 random(6);
  const auto many = drawn(random, 1000, 1000), few = drawn(random, 63, 1000);
  const auto why = [](const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
    const DurationComparison found = compareDurations(sideOf(a), sideOf(b));
    EXPECT_EQ(found.interval.has_value(), found.noInterval == NoInterval::None);
    return found.noInterval;
  };
  EXPECT_EQ(why(many, many), NoInterval::None);
  EXPECT_EQ(why(many, few), NoInterval::FewCalls);
  EXPECT_EQ(why(std::vector<int64_t>(1000, 5), many), NoInterval::Alike);
  EXPECT_EQ(why(std::vector<int64_t>(1000, 0), many), NoInterval::Alike);
  SideDurations crowded = sideOf(many);
  for (size_t part = 1; part < crowded.parts.size(); ++part) {
    std::vector<BoundedCount>& into = crowded.parts[part * 2 / crowded.parts.size()];
    if (&into == &crowded.parts[part]) continue;
    into.insert(into.end(), crowded.parts[part].begin(), crowded.parts[part].end());
    crowded.parts[part].clear();
  }
  EXPECT_EQ(compareDurations(crowded, sideOf(many)).noInterval, NoInterval::FewParts);
  const DurationComparison none = compareDurations(sideOf({}), sideOf(many));
  EXPECT_FALSE(none.ratio);
  EXPECT_FALSE(none.longer);
  EXPECT_EQ(none.noInterval, NoInterval::FewCalls);
  EXPECT_NE(comparisonReport(none).find("is not known"), std::string::npos);
  const DurationComparison zero = compareDurations(sideOf({0, 0, 1}), sideOf({1, 2, 3}));
  EXPECT_FALSE(zero.ratio);
  EXPECT_DOUBLE_EQ(zero.longer->least, pairsLonger({0, 0, 1}, {1, 2, 3}));
}

TEST(CompareDurations, BlocksHaveAboutAsManyCallsEach) {
  std::mt19937_64 random(8);
  const std::vector<TimeBlock> even = blocksOf(sideOf(drawn(random, 6400, 1000)).parts);
  ASSERT_EQ(even.size(), kMostBlocks);
  for (const TimeBlock& block : even) EXPECT_NEAR(static_cast<double>(block.calls()), 400, 64);
  EXPECT_EQ(blocksOf(sideOf(drawn(random, 80, 1000)).parts).size(), 10u);
  EXPECT_TRUE(blocksOf(sideOf({}).parts).empty());
  // What is crowded into one part is one block, and does not make small ones of what follows.
  std::vector<std::vector<BoundedCount>> crowded(64);
  for (size_t part = 0; part < crowded.size(); ++part) crowded[part] = {{5, 5, part == 0 ? 1000u : 20u}};
  const std::vector<TimeBlock> found = blocksOf(crowded);
  EXPECT_GE(found.size(), kLeastBlocks);
  for (const TimeBlock& block : found) EXPECT_GE(block.calls(), 120u);
}

// Returns in how many percent of comparisons the interval holds what is true.
double holds(const Drift& drift, double slower, int rounds) {
  DriftingMachine machine(drift);
  int count = 0;
  for (int round = 0; round < rounds; ++round) {
    const SideDurations a = sideOf(machine.call(1)), b = sideOf(machine.call(slower));
    const DurationComparison found = compareDurations(a, b);
    if (found.interval && found.interval->least <= slower && slower <= found.interval->most) ++count;
  }
  return 100.0 * count / rounds;
}

struct Stated {
  Drift drift;
  double least;  // percent
};

constexpr Stated kStated[] = {
    {{0, 1}, 90},
    {{0.03, kDriftCalls / 10.0}, 88},
    {{0.03, kDriftCalls}, 68},
    {{0.03, kDriftCalls * 10.0}, 64},
    {{0.10, kDriftCalls / 10.0}, 72},
    {{0.10, kDriftCalls}, 36},
    {{0.10, kDriftCalls * 10.0}, 22},
};

TEST(CompareDurations, IntervalsHoldWhatIsTrueAsOftenAsIsStated) {
  const int rounds = kSlowBuild ? 40 : 100;
  for (const Stated& one : kStated) {
    SCOPED_TRACE(testing::Message() << one.drift.drift << " " << one.drift.memory);
    EXPECT_GE(holds(one.drift, 1.2, rounds), one.least);
  }
}

}  // namespace
}  // namespace tp
