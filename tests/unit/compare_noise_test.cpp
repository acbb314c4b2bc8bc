// How often a comparison of two single recordings says that a function changed when it did not, and when it did: a
// simulation with fixed seeds. docs/compare.md states its figures.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/analysis/compare/function_changes.h"

namespace tp {
namespace {

constexpr int kCalls = 400, kRounds = 500;
constexpr double kMean = 100'000, kSpread = 0.3;  // of a call, in ns; the spread is of its logarithm

// The speed of a machine, which drifts by `drift`, and forgets where it was within `memory` calls.
struct Machine {
  double drift;
  double memory;
};

class Simulation {
 public:
  explicit Simulation(const Machine& machine) : machine_(machine), keeps_(std::exp(-1 / machine.memory)) {}

  // Runs a program whose calls take `slower` as long. Each run begins anew.
  FunctionFigures run(double slower) {
    FunctionFigures figures;
    int64_t halves[2] = {0, 0};
    double speed = machine_.drift * normal();
    for (int i = 0; i < kCalls; ++i) {
      speed = keeps_ * speed + machine_.drift * std::sqrt(1 - keeps_ * keeps_) * normal();
      halves[i * 2 / kCalls] += std::llround(slower * kMean * std::exp(speed + kSpread * normal()));
    }
    figures.calls = kCalls;
    figures.self = halves[0] + halves[1];
    figures.total = figures.self;
    figures.halves = std::abs(halves[1] - halves[0]);
    return figures;
  }

 private:
  // Not that of the standard library, which is not the same everywhere.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * 3.14159265358979323846 * uniform());
  }
  double uniform() { return (static_cast<double>(random_() >> 11) + 0.5) / 9007199254740992.0; }

  Machine machine_;
  double keeps_;
  std::mt19937_64 random_{45};
};

// Returns in how many percent of comparisons the change is not called noise.
double told(const Machine& machine, double slower) {
  Simulation simulation(machine);
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
  Machine machine;
  double alarms;   // at most, of equal runs
  double power5;   // at least, where calls take 5 % longer
  double power20;  // where they take 20 % longer
};

constexpr Stated kStated[] = {
    {{0, 1}, 8, 16, 88},
    {{0.03, kCalls / 10.0}, 8, 14, 80},
    {{0.03, kCalls}, 12, 18, 80},
    {{0.03, kCalls * 10.0}, 20, 22, 80},
    {{0.10, kCalls / 10.0}, 8, 6, 30},
    {{0.10, kCalls}, 25, 14, 35},
    {{0.10, kCalls * 10.0}, 55, 40, 60},
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
