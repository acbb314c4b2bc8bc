// A histogram of durations over a logarithmic axis, with percentiles: of the calls of a function, or of wakeup
// latencies.
#pragma once

#include <array>
#include <optional>
#include <utility>

#include "core/analysis/durations.h"
#include "ui/base/time_text.h"
#include "ui/view/context.h"

namespace tp::ui {

// Counts of durations in bars of equal width on a logarithmic axis. Durations are in clock units.
struct DurationBars {
  static constexpr size_t kBars = 56;

  double least = 0, most = 1;  // binary logarithms of the shortest and longest duration
  std::array<uint64_t, kBars> counts{};
  std::array<std::pair<Time, Time>, kBars> durations{};  // the shortest and longest of each bar
  // The largest of `counts`, at least 1.
  uint64_t highest = 1;

  // `of` null: no durations.
  void fill(const DurationCounts* of);
  // The shortest and longest duration in bars `first` to `last`: no other bar has calls between them. Returns nullopt
  // if these bars are empty.
  std::optional<std::pair<Time, Time>> durationsOf(size_t first, size_t last) const;
  // The duration at a place of the axis, counted in bars: 0 is the middle of the first one.
  Time durationAt(double bar) const;
};

// What a histogram shows.
struct DurationPlot {
  // They tell plots apart: the question that the plot answers (Question::id()), and the function's name if it is about
  // one.
  uint32_t question = 0;
  NameId name = kNoName;

  const DurationCounts* durations = nullptr;  // null: none
  std::string_view title;
  std::string subtitle;
  const char* unit = "call";  // singular noun for what is counted
  Time median = 0, p90 = 0, p99 = 0;
  Bound bound = Bound::None;   // of each of these
  const char* hint = nullptr;  // what a drag over the bars does; null: they can't be dragged over
};

// In a panel that is too narrow for both: whether durations take the place of the list. Kept in Context::memory.
struct DurationsInstead {
  bool on = false;

  // Draws a chip that changes it, at `at`. `label`: what takes the place.
  void chip(Canvas& c, const char* label, ImVec2& at);
};

// Returns whether drawDurationHistogram() has room for more than the title in `area`.
bool hasRoomForBars(Context& c, const DurationPlot& plot, const Rect& area);
// Returns DurationBars::durationsOf() the bars that the user has just dragged over or clicked; else nullopt.
std::optional<std::pair<Time, Time>> drawDurationHistogram(Context& c, const DurationPlot& plot, const Rect& area);

}  // namespace tp::ui
