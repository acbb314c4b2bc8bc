// How exactly durations are kept, and that neither their order nor how they are divided changes that.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "core/analysis/durations.h"

namespace tp {
namespace {

TEST(Durations, ExactThenWithinOneInAThousand) {
  std::mt19937_64 random(7);
  for (size_t calls : {size_t{1000}, size_t{200000}}) {
    DurationCounts counts;
    std::vector<Time> all;
    for (size_t i = 0; i < calls; ++i) {
      all.push_back(static_cast<Time>(random() % 50000000));
      counts.add(all.back());
    }
    std::sort(all.begin(), all.end());
    std::vector<DurationCount> sorted = counts.sorted();
    for (double part : {0.5, 0.9, 0.99}) {
      Time exact = all[static_cast<size_t>(static_cast<double>(calls) * part)];
      Time found = quantile(sorted, calls, part);
      if (calls == 1000) {
        EXPECT_EQ(found, exact);
      }
      EXPECT_LE(std::abs(found - exact), exact / 2048) << part;
    }
    EXPECT_EQ(counts.min(), all.front());
    EXPECT_EQ(counts.max(), all.back());
    EXPECT_LT(counts.size(), 20000u);
  }
}

TEST(Durations, ShortAndLongOnesAreExactTogether) {
  std::mt19937_64 random(9);
  std::map<Time, uint64_t> expected;
  DurationTable table;
  for (size_t i = 0; i < 40000; ++i) {
    // Some 4000 different ones, half of them short.
    Time duration = static_cast<Time>(random() % 2000 * (random() % 2 == 0 ? 1 : 1000003));
    ++expected[duration];
    table.add(3, duration);
  }
  table.settle();
  const DurationCounts& counts = *table.of(3);
  EXPECT_EQ(counts.bits(), DurationCounts::kExact);
  std::vector<DurationCount> sorted = counts.sorted();
  ASSERT_EQ(sorted.size(), expected.size());
  size_t at = 0;
  for (const auto& [duration, count] : expected) {
    EXPECT_EQ(sorted[at].duration, duration);
    EXPECT_EQ(sorted[at++].count, count);
  }
}

TEST(Durations, OneThatIsRoundedLeavesOthersExact) {
  DurationTable table;
  for (Time i = 0; i < 5000; ++i) {
    table.add(0, 1000000000 + i);
    table.add(1, 1000000000 + i % 1000);
  }
  table.settle();
  // So close to each other that next to none are left.
  EXPECT_EQ(table.of(0)->bits(), 11);
  EXPECT_LT(table.of(0)->size(), 10u);
  EXPECT_EQ(table.of(1)->bits(), DurationCounts::kExact);
  EXPECT_EQ(table.of(1)->size(), 1000u);
}

TEST(Durations, AnyNumberHasAPlace) {
  DurationCounts counts;
  for (Time i = 0; i < 5000; ++i) counts.add(std::numeric_limits<Time>::max() - i * 1000000007);
  counts.add(std::numeric_limits<Time>::min());
  counts.lower(DurationCounts::kLastStep);
  uint64_t calls = 0;
  for (const DurationCount& one : counts.sorted()) calls += one.count;
  EXPECT_EQ(calls, 5001u);
}

TEST(Durations, MoreCallsThanACellHoldsAreCounted) {
  DurationCounts counts;
  for (Time i = 0; i < 5000; ++i) counts.add(i);
  std::vector<Time> many(70000, 7);
  counts.addAll(many);
  EXPECT_FALSE(counts.put(8, uint64_t{1} << 40));
  for (uint8_t step : {uint8_t{0}, uint8_t{4}}) {
    counts.lower(step);
    std::vector<DurationCount> sorted = counts.sorted();
    ASSERT_GT(sorted.size(), 8u);
    EXPECT_EQ(sorted[7].count, 70001u);
    EXPECT_EQ(sorted[8].count, (uint64_t{1} << 40) + 1);
  }
}

TEST(Durations, ManyFunctionsStayWithinBounds) {
  std::mt19937_64 random(8);
  DurationTable table;
  for (size_t i = 0; i < 3000000; ++i) table.add(static_cast<NameId>(i % 600), static_cast<Time>(random() >> 20));
  table.settle();
  uint64_t kept = 0, calls = 0;
  for (NameId name = 0; name < table.size(); ++name) {
    kept += table.of(name)->size();
    for (const DurationCount& one : table.of(name)->sorted()) calls += one.count;
  }
  EXPECT_LE(kept, DurationTable::kMax);
  EXPECT_EQ(calls, 3000000u);
}

// Calls of many functions: some of few durations, some of many, and of more in all than are kept exactly.
std::vector<std::pair<NameId, Time>> manyCalls(size_t calls, NameId functions, int shift) {
  std::mt19937_64 random(11);
  std::vector<std::pair<NameId, Time>> all;
  for (size_t i = 0; i < calls; ++i) {
    const auto name = static_cast<NameId>(random() % functions);
    // Of any length, so that few are alike when they are rounded.
    const uint64_t any = random() >> random() % 40;
    const auto different = static_cast<Time>(name % 7 == 0 ? any % 200 : name % 7 == 1 ? any % 3000 : any);
    all.emplace_back(name, static_cast<Time>(static_cast<uint64_t>(different) << 1 >> shift));
  }
  return all;
}

// What a table tells, as bytes.
std::vector<std::byte> bytesOf(DurationTable& table) {
  table.settle();
  WireWriter out;
  for (NameId name = 0; name < table.size(); ++name)
    if (const DurationCounts* counts = table.of(name)) out(name, *counts);
  return out.take();
}

TEST(Durations, NeitherOrderNorDivisionChangesThem) {
  std::mt19937_64 random(12);
  std::set<int> met;
  // Below the bound of all functions together, and so far above it that each step is needed.
  for (const auto& [calls, functions, shift] : {std::tuple{size_t{60000}, NameId{20}, 40},
                                                {size_t{300000}, NameId{30}, 24},
                                                {size_t{1300000}, NameId{1300}, 2}}) {
    std::vector<std::pair<NameId, Time>> all = manyCalls(calls, functions, shift);
    DurationTable whole;
    for (const auto& [name, duration] : all) whole.add(name, duration);
    const std::vector<std::byte> expected = bytesOf(whole);
    for (NameId name = 0; name < whole.size(); ++name) met.insert(whole.of(name)->bits());
    for (size_t parts : {size_t{1}, size_t{5}}) {
      if (parts == 1 && calls > 1000000) continue;
      std::shuffle(all.begin(), all.end(), random);
      std::vector<DurationTable> tables(parts);
      // Of different sizes, as workers have different streams.
      for (const auto& [name, duration] : all) tables[random() % (1 + random() % parts)].add(name, duration);
      std::shuffle(tables.begin(), tables.end(), random);
      DurationTable merged;
      for (DurationTable& part : tables) {
        part.settle();
        for (uint32_t name = functions; name-- > 0;)
          if (const DurationCounts* counts = part.of(name)) merged.merge(name, *counts);
      }
      EXPECT_TRUE(bytesOf(merged) == expected) << calls << " in " << parts;
    }
  }
  EXPECT_TRUE(met.contains(DurationCounts::kExact) && met.contains(11) && met.size() >= 3) << met.size();
}

TEST(Durations, OfOneAreTheSameHoweverTheyAreDivided) {
  std::mt19937_64 random(13);
  for (Time most : {Time{3000}, Time{1} << 40}) {
    std::vector<Time> all;
    // So close to each other that few are left of those that are rounded.
    for (Time i = 0; i < 5000; ++i) all.push_back(most + i % 4100);
    for (size_t i = 0; i < 5000; ++i) all.push_back(static_cast<Time>(random() % static_cast<uint64_t>(most)));
    DurationCounts whole;
    for (Time one : all) whole.add(one);
    for (int i = 0; i < 5; ++i) {
      std::shuffle(all.begin(), all.end(), random);
      DurationCounts parts[3], merged;
      for (Time one : all) parts[random() % 3].add(one);
      for (const DurationCounts& part : parts) merged.merge(part);
      WireWriter expected, told;
      expected(whole);
      told(merged);
      EXPECT_TRUE(told.take() == expected.take());
    }
  }
}

}  // namespace
}  // namespace tp
