// How long the calls of one function took, or threads waited: bars over a logarithmic axis, with percentiles marked.
#pragma once

#include <optional>
#include <utility>

#include "core/analysis/durations.h"
#include "ui/context.h"

namespace tp::ui {

struct DurationPlot {
  // Tells it from other plots: the question that it answers (Question::id()), and the name, where it is of one.
  uint32_t question = 0;
  NameId name = kNoName;

  const DurationCounts* durations = nullptr;  // null: none
  std::string_view title;
  std::string subtitle;
  const char* unit = "calls";
  Time median = 0, p90 = 0, p99 = 0;
  const char* hint = nullptr;  // what a drag over it does; null: nothing
};

// The durations of the bars that somebody has just dragged over, or clicked, both included.
std::optional<std::pair<Time, Time>> drawDurationHistogram(Context& c, const DurationPlot& plot, const Rect& area);

}  // namespace tp::ui
