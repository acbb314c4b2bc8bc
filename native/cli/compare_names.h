// What `tracepane compare` is told about names: --same A=B and --apart NAME.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/compare/function_changes.h"

namespace tp::cli {

struct GivenNames {
  std::vector<std::string> same;  // "A=B"
  std::vector<std::string> apart;

  bool empty() const { return same.empty() && apart.empty(); }
};

// Returns nullopt (after complaining) if a side does not have a function that is named. Names may have "=" in them:
// what counts is where both sides have a function.
std::optional<NameCorrections> correctionsOf(const GivenNames& given, const SideFunctions& a, const SideFunctions& b);

}  // namespace tp::cli
