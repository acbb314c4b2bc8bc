// What the text and the report of a comparison by thread have in common.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/compare/thread_changes.h"

namespace tp {

// Returns the states that have columns: those in which threads of A or B were.
inline std::vector<ComparedState> shownStates(const ThreadComparison& compared) {
  std::vector<ComparedState> out;
  for (size_t i = 0; i < kComparedStates.size(); ++i)
    if (compared.a.times[i] != 0 || compared.b.times[i] != 0) out.push_back(static_cast<ComparedState>(i));
  return out;
}

// " (threads: 3, 4)": behind a name that several threads have.
inline std::string threadCountsText(const ThreadChange& one) {
  if (one.a.threads < 2 && one.b.threads < 2) return {};
  return " (threads: " + std::to_string(one.a.threads) + ", " + std::to_string(one.b.threads) + ")";
}

}  // namespace tp
