// How often a comparison of two single recordings says that a function changed when it did not, and when it did: a
// simulation with fixed seeds. docs/compare.md states its figures.
#include <gtest/gtest.h>

#include "core/analysis/compare/function_changes.h"
#include "tests/support/drifting_machine.h"

namespace tp {
namespace {

using test::Drift;
using test::DriftingMachine;
using test::kDriftCalls;

constexpr int kRounds = 500;

// Returns in how many percent of comparisons the change is not called noise.
double told(const Drift& machine, double slower) {
  DriftingMachine simulation(machine);
  int count = 0;
  for (int round = 0; round < kRounds; ++round) {
    const FunctionFigures a = simulation.run(1), b = simulation.run(slower);
    const FunctionComparison found = compareFunctions({{}, {{"f", false, a}}}, {{}, {{"f", false, b}}});
    if (!found.changes.empty() && !found.changes[0].noise()) ++count;
  }
  return 100.0 * count / kRounds;
}

// In percent.
struct Stated {
  Drift machine;
  double alarms;   // at most, of equal runs
  double power5;   // at least, where calls take 5 % longer
  double power20;  // where they take 20 % longer
};

constexpr Stated kStated[] = {
    {{0, 1}, 8, 16, 88},
    {{0.03, kDriftCalls / 10.0}, 8, 14, 80},
    {{0.03, kDriftCalls}, 12, 18, 80},
    {{0.03, kDriftCalls * 10.0}, 20, 22, 80},
    {{0.10, kDriftCalls / 10.0}, 8, 6, 30},
    {{0.10, kDriftCalls}, 25, 14, 35},
    {{0.10, kDriftCalls * 10.0}, 55, 40, 60},
};

TEST(CompareNoise, FalseAlarmsAndPowerAreWhatIsStated) {
  for (const Stated& one : kStated) {
    SCOPED_TRACE(testing::Message() << one.machine.drift << " " << one.machine.memory);
    EXPECT_LE(told(one.machine, 1), one.alarms);
    EXPECT_GE(told(one.machine, 1.05), one.power5);
    EXPECT_GE(told(one.machine, 1.2), one.power20);
  }
}

}  // namespace
}  // namespace tp
