// Simulated recordings of a function on a machine whose speed drifts: the same ones in each run.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

#include "core/analysis/compare/function_changes.h"

namespace tp::test {

inline constexpr int kDriftCalls = 400;  // in each recording

// The speed of a machine, which drifts by `drift`, and forgets where it was within `memory` calls.
struct Drift {
  double drift;  // the spread of its logarithm
  double memory;
};

class DriftingMachine {
 public:
  static constexpr double kMean = 100'000, kSpread = 0.3;  // of a call, in ns; the spread is of its logarithm

  explicit DriftingMachine(const Drift& drift) : drift_(drift), keeps_(std::exp(-1 / drift.memory)) {}

  // Runs a program whose calls take `slower` as long. Each run begins anew.
  FunctionFigures run(double slower) {
    FunctionFigures figures;
    int64_t halves[2] = {0, 0};
    const std::vector<int64_t> durations = call(slower);
    for (size_t i = 0; i < durations.size(); ++i) halves[i * 2 / durations.size()] += durations[i];
    figures.calls = kDriftCalls;
    figures.self = halves[0] + halves[1];
    figures.total = figures.self;
    figures.halves = std::abs(halves[1] - halves[0]);
    return figures;
  }
  // Runs it and returns how long each call took.
  std::vector<int64_t> call(double slower) {
    std::vector<int64_t> durations;
    double speed = drift_.drift * normal();
    for (int i = 0; i < kDriftCalls; ++i) {
      speed = keeps_ * speed + drift_.drift * std::sqrt(1 - keeps_ * keeps_) * normal();
      durations.push_back(std::llround(slower * kMean * std::exp(speed + kSpread * normal())));
    }
    return durations;
  }

 private:
  // Not that of the standard library, which is not the same everywhere.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * 3.14159265358979323846 * uniform());
  }
  double uniform() { return (static_cast<double>(random_() >> 11) + 0.5) / 9007199254740992.0; }

  Drift drift_;
  double keeps_;
  std::mt19937_64 random_{45};
};

}  // namespace tp::test
