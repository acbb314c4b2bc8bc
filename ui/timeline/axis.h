// The ticks of the time axis.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace_info.h"
#include "ui/view/viewport.h"

namespace tp::ui {

struct Tick {
  double share = 0;  // of the width
  std::string label;
};

// Steps of 1, 2 or 5 times a power of ten, so that labels of `labelShare` of the width have room. Labels count from the
// beginning of the trace.
std::vector<Tick> makeTicks(const Viewport& view, const ClockInfo& clock, double labelShare);

}  // namespace tp::ui
