// Several recordings of each side: their means, and p-values by permutation against a count of all subsets by bits, and
// against simulated recordings of which it is known whether they differ.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "core/analysis/compare/permutation.h"
#include "core/analysis/compare/recordings.h"
#include "core/export/compare_text.h"
#include "core/io/same_files.h"
#include "tests/support/drifting_machine.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

using test::Drift;
using test::DriftingMachine;
using test::kDriftCalls;
using test::kSlowBuild;

SideFunctions recording(const std::vector<std::pair<std::string, FunctionFigures>>& functions) {
  SideFunctions out;
  out.side.name = "trace";
  out.side.clock.isNs = true;
  for (const auto& [name, figures] : functions) out.functions.push_back({name, false, figures});
  return out;
}

FunctionFigures figures(uint64_t calls, int64_t self) {
  FunctionFigures out;
  out.calls = calls;
  out.self = self;
  out.total = self;
  out.halves = 1;
  return out;
}

// Means as fractions of integers, of every subset of the size of A.
double countedP(const std::vector<int64_t>& values, int a) {
  const int all = static_cast<int>(values.size()), b = all - a;
  auto apart = [&](uint32_t inA) {
    int64_t sums[2] = {0, 0};
    for (int i = 0; i < all; ++i) sums[inA >> i & 1] += values[static_cast<size_t>(i)];
    return std::abs(sums[1] * b - sums[0] * a);
  };
  const int64_t observed = apart((1u << a) - 1);
  int asFar = 0, count = 0;
  for (uint32_t inA = 0; inA < 1u << all; ++inA) {
    if (std::popcount(inA) != a) continue;
    ++count;
    if (apart(inA) >= observed) ++asFar;
  }
  return static_cast<double>(asFar) / count;
}

TEST(CompareRecordings, SplitsAreAllThatThereAre) {
  struct {
    size_t a, b, count;
    bool exact;
    double smallest;
  } const cases[] = {{3, 3, 20, true, 0.1},
                     {3, 4, 35, true, 1.0 / 35},
                     {5, 5, 252, true, 2.0 / 252},
                     {1, 1, 2, true, 1},
                     {8, 8, 12870, true, 2.0 / 12870},
                     {3, 49, 20001, false, 1.0 / 20001},
                     {48, 3, 20001, false, 1.0 / 20001},
                     {9, 9, 20001, false, 1.0 / 20001}};
  for (const auto& one : cases) {
    SCOPED_TRACE(testing::Message() << one.a << " against " << one.b);
    const Splits splits(one.a, one.b);
    EXPECT_EQ(splits.count(), one.count);
    EXPECT_EQ(splits.exact(), one.exact);
    EXPECT_DOUBLE_EQ(splits.smallest(), one.smallest);
  }
}

TEST(CompareRecordings, GroupsThatAreApartReachTheSmallestP) {
  EXPECT_DOUBLE_EQ(Splits(5, 5).p(std::vector<int64_t>{1, 2, 3, 4, 5, 16, 17, 18, 19, 20}), 2.0 / 252);
  EXPECT_DOUBLE_EQ(Splits(5, 5).p(std::vector<int64_t>(10, 7)), 1);
  EXPECT_DOUBLE_EQ(
      Splits(3, 3).p(std::vector<int64_t>{INT64_MIN, INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX, INT64_MAX}), 0.1);
}

TEST(CompareRecordings, PIsThatOfACountOfAllSubsets) {
  std::mt19937_64 random(7);
  for (int a = 3; a <= 6; ++a)
    for (int b = 3; b <= 6; ++b)
      for (int round = 0; round < 10; ++round) {
        std::vector<int64_t> values(static_cast<size_t>(a + b));
        // Small ranges have equal values.
        for (int64_t& value : values) value = static_cast<int64_t>(random() % (round < 5 ? 4 : 100'000));
        EXPECT_DOUBLE_EQ(Splits(static_cast<size_t>(a), static_cast<size_t>(b)).p(values), countedP(values, a));
      }
}

TEST(CompareRecordings, DrawnSplitsAreCloseToAllOfThem) {
  std::mt19937_64 random(8);
  const Splits splits(9, 9), uneven(11, 6);  // of 48 620, and all 12 376
  for (int round = 0; round < (kSlowBuild ? 2 : 10); ++round) {
    std::vector<int64_t> values(18);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<int64_t>(random() % 1000) + (i < 9 ? 0 : 50 * round);
    EXPECT_NEAR(splits.p(values), countedP(values, 9), 0.015);
    EXPECT_EQ(splits.p(values), Splits(9, 9).p(values));
    values.pop_back();
    EXPECT_DOUBLE_EQ(uneven.p(values), countedP(values, 11));
  }
}

TEST(CompareRecordings, EffectIsInStandardDeviations) {
  const std::vector<int64_t> low = {1, 2, 3}, high = {3, 4, 5}, same = {4, 4, 4};
  EXPECT_DOUBLE_EQ(effectSize(low, high).value(), 2);
  EXPECT_DOUBLE_EQ(effectSize(high, low).value(), -2);
  EXPECT_FALSE(effectSize(same, same));
  EXPECT_FALSE(effectSize(std::span(low).first(1), std::span(high).first(1)));
}

// The figures are those that p.adjust() of R states for method = "BH".
TEST(CompareRecordings, PIsAdjustedForTheNumberOfTests) {
  EXPECT_EQ(adjustedForTests({}), std::vector<double>{});
  const std::vector<double> p = {0.1, 0.005, 0.2, 0.009, 0.05}, q = {0.125, 0.0225, 0.2, 0.0225, 0.25 / 3};
  const std::vector<double> found = adjustedForTests(p);
  for (size_t i = 0; i < p.size(); ++i) EXPECT_DOUBLE_EQ(found[i], q[i]);
}

TEST(CompareRecordings, SidesAreMeansThatAddUp) {
  const std::vector<SideFunctions> a = {recording({{"f", figures(2, 10)}, {"g", figures(1, 1)}}),
                                        recording({{"f", figures(2, 11)}}), recording({{"f", figures(1, 11)}})};
  const std::vector<SideFunctions> b = {recording({{"f", figures(2, 20)}, {"h", figures(1, 2)}}),
                                        recording({{"h", figures(1, 2)}, {"f", figures(2, 20)}}),
                                        recording({{"f", figures(2, 21)}, {"h", figures(1, 2)}})};
  const FunctionComparison found = compareRecordings(a, b);
  EXPECT_EQ(found.per, "recording");
  ASSERT_EQ(found.changes.size(), 3u);
  const FunctionChange& f = found.changes[0];
  EXPECT_EQ(f.name, "f");
  EXPECT_EQ(f.a.self, 10667);
  EXPECT_EQ(f.b.self, 20333);
  EXPECT_EQ(f.a.rate, 1667);
  EXPECT_FALSE(f.noiseBelow);
  EXPECT_DOUBLE_EQ(f.chance->p, 0.1);
  EXPECT_EQ(found.changes[1].name, "h");
  EXPECT_DOUBLE_EQ(found.changes[1].chance->p, 0.1);
  EXPECT_FALSE(found.changes[1].chance->effect);
  EXPECT_EQ(found.changes[2].name, "g");
  EXPECT_DOUBLE_EQ(found.changes[2].chance->p, 1);
  EXPECT_DOUBLE_EQ(f.chance->q, 0.15);
  int64_t sum = 0;
  for (const FunctionChange& one : found.changes) sum += one.change;
  EXPECT_EQ(sum, found.change());
}

TEST(CompareRecordings, FewRecordingsAndUnknownTimesAreNotJudged) {
  FunctionFigures open;
  open.open = 1;
  const SideFunctions one = recording({{"f", figures(1, 10)}, {"g", figures(1, 10)}});
  const SideFunctions other = recording({{"f", figures(1, 20)}, {"g", figures(1, 20)}});
  const SideFunctions unknown = recording({{"f", open}, {"g", figures(1, 20)}});
  const FunctionComparison few = compareRecordings(std::vector{one, one, one}, std::vector{other, other});
  EXPECT_FALSE(few.changes.at(0).chance);
  EXPECT_NE(comparisonReport(few).find("chance is not judged"), std::string::npos);
  const FunctionComparison some = compareRecordings(std::vector{one, one, one}, std::vector{other, unknown, other});
  EXPECT_EQ(some.recordings->tested, 1u);
  for (const FunctionChange& change : some.changes) EXPECT_EQ(change.chance.has_value(), change.name == "g");
}

TEST(CompareRecordings, CopiesHaveNoChance) {
  const SideFunctions one = recording({{"f", figures(1, 10)}}), other = recording({{"f", figures(1, 20)}});
  const std::vector<SideFunctions> a(3, one), b(3, other);
  EXPECT_TRUE(compareRecordings(a, b).changes.at(0).chance);
  const FunctionComparison found = compareRecordings(a, b, {}, {}, 4);
  EXPECT_FALSE(found.changes.at(0).chance);
  EXPECT_EQ(found.changes.at(0).change, 10'000);  // in thousandths
  EXPECT_NE(comparisonReport(found).find("chance is not judged: 4 recordings are the same as another one"),
            std::string::npos);
  EXPECT_NE(comparisonJson(found).find("\"copies\": 4"), std::string::npos);
}

FileSet folder(const std::string& name, std::string_view records, std::string_view info) {
  FileSet files;
  files.add(name + "/records", std::make_shared<MemorySource>(records));
  files.add(name + "/more/info", std::make_shared<MemorySource>(info));
  return files;
}

TEST(CompareRecordings, TheSameRecordingHasTheSameFiles) {
  const FileSet one = folder("one.data", "1234", "info");
  EXPECT_TRUE(sameFiles(one, one));
  EXPECT_TRUE(sameFiles(one, folder("runs/copy.data", "1234", "info")));
  EXPECT_FALSE(sameFiles(one, folder("one.data", "1235", "info")));
  EXPECT_FALSE(sameFiles(one, folder("one.data", "12345", "info")));
  FileSet more = folder("one.data", "1234", "info");
  more.add("one.data/other", std::make_shared<MemorySource>("x"));
  EXPECT_FALSE(sameFiles(one, more));
  EXPECT_FALSE(sameFiles(FileSet(), FileSet()));
  // The name of a single file does not matter.
  FileSet file, renamed, other;
  file.add("trace.dat", std::make_shared<MemorySource>("1234"));
  renamed.add("old/trace (2).dat", std::make_shared<MemorySource>("1234"));
  other.add("trace.dat", std::make_shared<MemorySource>("4321"));
  EXPECT_TRUE(sameFiles(file, renamed));
  EXPECT_FALSE(sameFiles(file, other));
}

// Returns in how many percent of comparisons, of so many recordings of each side, p is at most 5 %.
double told(const Drift& drift, double slower, size_t recordings, int rounds) {
  DriftingMachine machine(drift);
  std::vector<int64_t> times(2 * recordings);
  const Splits splits(recordings, recordings);
  int count = 0;
  for (int round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < times.size(); ++i) times[i] = machine.run(i < recordings ? 1 : slower).self;
    if (splits.p(times) <= 0.05) ++count;
  }
  return 100.0 * count / rounds;
}

// In percent, of five recordings of each side. docs/compare.md states them.
struct Stated {
  Drift drift;
  double power5;   // at least, where calls take 5 % longer
  double power20;  // where they take 20 % longer
};

constexpr Stated kStated[] = {
    {{0, 1}, 95, 98},
    {{0.03, kDriftCalls / 10.0}, 80, 98},
    {{0.03, kDriftCalls}, 45, 98},
    {{0.03, kDriftCalls * 10.0}, 35, 98},
    {{0.10, kDriftCalls / 10.0}, 25, 98},
    {{0.10, kDriftCalls}, 8, 70},
    {{0.10, kDriftCalls * 10.0}, 6, 60},
};

TEST(CompareRecordings, FalseAlarmsAndPowerAreWhatIsStated) {
  const int rounds = kSlowBuild ? 100 : 400;
  double alarms = 0;
  for (const Stated& one : kStated) {
    SCOPED_TRACE(testing::Message() << one.drift.drift << " " << one.drift.memory);
    const double equal = told(one.drift, 1, 5, rounds);
    const double p5 = told(one.drift, 1.05, 5, rounds), p20 = told(one.drift, 1.2, 5, rounds);
    EXPECT_LE(equal, 6);
    alarms += equal;
    EXPECT_GE(p5, one.power5);
    EXPECT_GE(p20, one.power20);
  }
  // Of all 252 splits, no more than 12 have a p of at most 5 %.
  EXPECT_LE(alarms / std::size(kStated), 5);
}

}  // namespace
}  // namespace tp
