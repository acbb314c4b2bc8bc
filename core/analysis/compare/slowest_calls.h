// Compares the slowest calls of a function with its usual ones: which these are, as two scopes for CallsQuestion.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/call_profile.h"

namespace tp {

// Which of its calls are the slowest ones.
struct SlowestShare {
  static constexpr uint32_t kAll = 1'000'000;
  std::string function;  // as NameTable::view() has it
  uint32_t share = 0;    // how many of its calls, as parts of kAll; above 0 and below kAll

  bool operator==(const SlowestShare&) const = default;
};

// Returns what "compile:1%" says, nullopt for what says nothing. Names may have colons; shares at most four decimals.
std::optional<SlowestShare> parseSlowest(std::string_view text);

// Calls of a function that are not within another one of its calls.
struct SlowestCalls {
  Time least = 0;  // the slowest ones last at least so long, in clock units; the usual ones less
  uint64_t usual = 0;
  uint64_t slowest = 0;
  uint64_t wanted = 0;  // so many the share says; `slowest` has more where calls tie at `least`
  uint64_t tied = 0;    // of the slowest, those that last just `least`
};

// Returns where they part: as many are slowest as the share says, rounded up, and those that last as long as one of
// them. nullopt if no call is left on one side. `durations` are CallProfile::within, of all calls of the function.
std::optional<SlowestCalls> slowestCalls(std::vector<Time> durations, uint32_t share);

// Return what CallScope::within is for all calls, and for the usual and the slowest ones.
WithinCalls allCalls(const SlowestShare& of);
std::array<WithinCalls, 2> usualAndSlowest(const SlowestShare& of, const SlowestCalls& calls);

}  // namespace tp
