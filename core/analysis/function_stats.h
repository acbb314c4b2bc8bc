// Statistics of functions, computed from a call profile: how often each was called, and how long it took.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/call_profile.h"
#include "core/trace/names.h"

namespace tp {

enum class FunctionFigure : uint8_t { Calls, Total, Self, Average, Min, Median, P90, P99, Max, Open, Unbegun };

struct FunctionStats {
  NameId name = kNoName;
  // Time off the CPU within calls (core/trace/off_cpu.h), which is no self time of any function, though `self` has it.
  bool offCpu = false;
  uint32_t number = 0;  // index of the row when the table was made; sorting does not change it
  uint64_t calls = 0;
  // Times are in clock units. A call within a call of the same function on the same stack does not count again in
  // `total`, but does in everything else, as in `uftrace report` and `llvm-xray account`.
  int64_t total = 0;
  int64_t self = 0;
  int64_t selfDoubt = 0;   // by how much `self` may be off, because calls within have no known end (FunctionSums)
  int64_t sum = 0;         // of all durations, including recursive calls
  uint64_t atMost = 0;     // number of calls of which the duration is an upper bound (FunctionSums)
  bool maxAtMost = false;  // whether the longest call is one of them
  // Not included in the figures above (FunctionSums).
  uint64_t open = 0;
  uint64_t unbegun = 0;
  int64_t openTotal = 0;
  int64_t openSelf = 0;
  // Over all durations; 0 if they were not counted. Percentiles are as exact as core/analysis/durations.h says.
  int64_t min = 0;
  int64_t median = 0;
  int64_t p90 = 0;
  int64_t p99 = 0;
  int64_t max = 0;

  // Whether a figure is an upper bound: one of a call that may have been shorter makes all of them bounds but the
  // longest.
  bool isAtMost(FunctionFigure figure) const;
  int64_t average() const { return calls > 0 ? sum / static_cast<int64_t>(calls) : 0; }
};

// The figures of a function in one of several traces.
struct TraceFigures {
  uint64_t calls = 0;
  int64_t total = 0;
  int64_t self = 0;
  int64_t selfDoubt = 0;  // these two as FunctionStats has them
  uint64_t atMost = 0;
};

struct FunctionTable {
  std::vector<FunctionStats> rows;  // by total, descending
  int64_t selfSum = 0;              // sum of all `self` but those off the CPU, of calls that ended: the base for shares
  size_t traces = 0;                // number of traces that were counted separately; 0 if there is only one
  std::vector<TraceFigures> apart;  // by FunctionStats::number, then by trace

  // `trace` is less than `traces`, in the order of TraceInfo::parts.
  const TraceFigures& of(const FunctionStats& row, size_t trace) const { return apart[row.number * traces + trace]; }
};

// `apart` has the functions of each of several traces; empty: there is only one.
FunctionTable makeFunctionTable(const CallProfile& profile, const NameTable& names,
                                const std::vector<std::vector<FunctionSums>>& apart = {});

// The figures of a function by the names of their columns ("total", "p99"), which sort orders and tables use.
struct FunctionColumn {
  std::string_view key;
  FunctionFigure figure;
};
inline constexpr FunctionColumn kFunctionColumns[] = {
    {"total", FunctionFigure::Total}, {"self", FunctionFigure::Self},       {"calls", FunctionFigure::Calls},
    {"avg", FunctionFigure::Average}, {"min", FunctionFigure::Min},         {"median", FunctionFigure::Median},
    {"p90", FunctionFigure::P90},     {"p99", FunctionFigure::P99},         {"max", FunctionFigure::Max},
    {"open", FunctionFigure::Open},   {"unbegun", FunctionFigure::Unbegun},
};
int64_t figureOf(const FunctionStats& row, FunctionFigure figure);

// Returns whether calls ended within a call of the same function that did not: they are parts of that one, and have no
// total without it.
bool endedWithinOpen(const FunctionStats& row);
// Returns a figure if it is known: counts are, times only of a function that has calls that ended, and its total not if
// these were parts of one that did not end.
std::optional<int64_t> knownFigure(const FunctionStats& row, FunctionFigure figure);

}  // namespace tp
