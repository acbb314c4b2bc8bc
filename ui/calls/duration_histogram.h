// How long the calls of one function took, or threads waited: bars over a logarithmic axis, with percentiles marked.
#pragma once

#include <array>
#include <optional>
#include <utility>

#include "core/analysis/durations.h"
#include "ui/view/context.h"

namespace tp::ui {

// How many took about how long, and which durations these were.
struct DurationBars {
  static constexpr size_t kBars = 56;

  double least = 0, most = 1;  // logarithms
  std::array<uint64_t, kBars> counts{};
  std::array<std::pair<Time, Time>, kBars> durations{};  // the least and the most of each
  uint64_t highest = 1;

  // Null: none.
  void fill(const DurationCounts* of);
  // Of the bars from one to another: of these bars' calls, and of none of others. Nothing where these have none.
  std::optional<std::pair<Time, Time>> durationsOf(size_t first, size_t last) const;
  // At this place of the axis, in bars: 0 is the middle of the first one.
  Time durationAt(double bar) const;
};

struct DurationPlot {
  // Tells it from other plots: the question that it answers (Question::id()), and the name, where it is of one.
  uint32_t question = 0;
  NameId name = kNoName;

  const DurationCounts* durations = nullptr;  // null: none
  std::string_view title;
  std::string subtitle;
  const char* unit = "call";  // one of what is counted
  Time median = 0, p90 = 0, p99 = 0;
  const char* hint = nullptr;  // what a drag over it does; null: nothing
};

// DurationBars::durationsOf() the bars that somebody has just dragged over, or clicked.
std::optional<std::pair<Time, Time>> drawDurationHistogram(Context& c, const DurationPlot& plot, const Rect& area);

}  // namespace tp::ui
