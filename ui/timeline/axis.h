// The ticks of the time axis.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace_info.h"
#include "ui/view/settings.h"
#include "ui/view/viewport.h"

namespace tp::ui {

struct Tick {
  double share = 0;  // of the visible width, from the left
  std::string label;
};

// Returns the ticks of the visible span. Their distance is 1, 2 or 5 times a power of ten, so that labels as wide as
// `labelShare` of the width do not overlap. Labels count from `from`, a time of the trace's clock.
std::vector<Tick> makeTicks(const Viewport& view, const ClockInfo& clock, Time from, double labelShare);

// Whether the trace knows such times.
bool knowsTimes(const ClockInfo& clock, AxisTimes times);

// The ticks of an axis that is so many pixels wide. Labels are times as the trace's clock has them, in seconds if their
// length is known; or times of the day; or, also where the trace does not know those, count from `from`.
std::vector<Tick> axisTicks(const Viewport& view, const ClockInfo& clock, Time from, AxisTimes times, float width);

}  // namespace tp::ui
