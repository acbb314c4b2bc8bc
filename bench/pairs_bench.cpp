// How long it takes to pair the functions of two builds of a large program by who calls whom: functions are named as in
// C++, some are renamed, and some are inlined. No trace is needed.
#include <benchmark/benchmark.h>

#include <cmath>
#include <map>
#include <random>
#include <string>
#include <utility>

#include "core/analysis/compare/function_pairs.h"

namespace {

enum class Renamed : uint8_t { Tenth, Half, All, Gone };  // Gone: of half, the other build knows no call

// The build has as many functions, each of which calls `degree` others at most, and is called by a few or, some, by
// many.
tp::SideFunctions build(size_t functions, size_t degree, Renamed renamed, bool after) {
  std::mt19937_64 numbers(functions + degree);
  tp::SideFunctions out;
  for (size_t i = 0; i < functions; ++i) {
    const bool moves = renamed == Renamed::All || i % (renamed == Renamed::Tenth ? 10 : 2) == 1;
    tp::SideFunction one;
    one.name =
        (after && moves ? "part::Other<unsigned long>::renamed_" : "part::Module<std::pair<int, long>>::function_") +
        std::to_string(i);
    one.figures.total = 0;
    out.functions.push_back(std::move(one));
  }
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> calls;
  for (uint32_t i = 1; i < functions; ++i) {
    // Skewed, so that some callees are called by thousands.
    for (uint64_t n = 1 + numbers() % degree; n-- > 0;) {
      const double place = std::pow(static_cast<double>(numbers() % 1'000'000 + 1) / 1e6, 2.0);
      const auto caller = static_cast<uint32_t>(place * i) % i;
      calls[{caller, n % 3 == 0 ? i : static_cast<uint32_t>(numbers() % functions)}] += 1 + numbers() % 100;
    }
  }
  for (const auto& [pair, count] : calls) {
    if (after && renamed == Renamed::Gone && (pair.first % 2 == 1 || pair.second % 2 == 1)) continue;
    const auto self = static_cast<int64_t>(count * (100 + pair.second % 1000));
    out.calls.push_back({pair.first, pair.second, count, self});
    tp::FunctionFigures& figures = out.functions[pair.second].figures;
    figures.calls += count;
    figures.self += self;
    *figures.total += self;
  }
  return out;
}

void pairs(benchmark::State& state) {
  const auto functions = static_cast<size_t>(state.range(0)), degree = static_cast<size_t>(state.range(1));
  const auto renamed = static_cast<Renamed>(state.range(2));
  const tp::SideFunctions a = build(functions, degree, renamed, false), b = build(functions, degree, renamed, true);
  tp::FunctionPairs found;
  for (auto _ : state) found = tp::pairFunctions(a, b, {});
  size_t guessed = 0;
  for (const tp::MatchedNames& one : found.pairs) guessed += one.by == tp::MatchedBy::Callers;
  state.counters["edges"] = static_cast<double>(a.calls.size());
  state.counters["paired"] = static_cast<double>(found.pairs.size());
  state.counters["guessed"] = static_cast<double>(guessed);
  state.counters["inlined"] = static_cast<double>(found.inlined.size());
}
// Functions, callees of each at most, and how many are renamed: a tenth, half, all; or half are gone.
BENCHMARK(pairs)
    ->Args({20'000, 8, 0})
    ->Args({100'000, 8, 0})
    ->Args({20'000, 8, 1})
    ->Args({100'000, 8, 1})
    ->Args({100'000, 8, 2})
    ->Args({8'000, 120, 1})
    ->Args({100'000, 8, 3})
    ->Args({8'000, 120, 3})
    ->Unit(benchmark::kMillisecond);

}  // namespace
