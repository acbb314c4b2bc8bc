// How long the calls of one function took, or threads waited: bars over a logarithmic axis, with percentiles marked.
#pragma once

#include "core/analysis/durations.h"
#include "ui/context.h"

namespace tp::ui {

struct DurationPlot {
  // Together they tell one plot from another.
  const void* of = nullptr;
  uint32_t id = 0;

  const DurationCounts* durations = nullptr;  // null: none
  std::string_view title;
  std::string subtitle;
  const char* unit = "calls";
  Time median = 0, p90 = 0, p99 = 0;
};

void drawDurationHistogram(Context& c, const DurationPlot& plot, const Rect& area);

}  // namespace tp::ui
