// How long the calls of a function, or whatever else has durations, took in A and in B: both histograms over each
// other.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "core/analysis/compare/duration_changes.h"
#include "core/export/compare_times_parts.h"
#include "ui/view/compared.h"

namespace tp::ui {

struct BothDurations {
  uint64_t number = 0;  // differs where the durations of an equal key may
  std::string key;      // of what they are
  std::string name;     // of that, as it is shown
  const char* each;     // one of them: "call"
  const char* what;     // "durations of calls with callees"
  std::function<DurationCounts(size_t side)> of;
  // How certain it is that both differ is drawn, too, if `doubted`; null while that is being computed.
  bool doubted = false;
  const DurationComparison* doubt = nullptr;
  // What the medians of A and B are to be read as; a ratio is told only of exact ones. The same of the longest.
  std::array<ToldTime, 2> told = {ToldTime::Exact, ToldTime::Exact}, longestTold = told;
  // Whether the side has any at all, be its duration known or not.
  std::array<bool, 2> met = {true, true};
};

// Draws them into the area, on one logarithmic axis.
void drawBothDurations(Context& c, const BothDurations& durations, const Rect& area);

}  // namespace tp::ui
