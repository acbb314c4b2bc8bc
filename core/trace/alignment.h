// How the clocks of several traces are laid on one axis.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace_info.h"

namespace tp {

// From a trace's own times to the axis: `time * numerator / denominator + offset`, rounded down, so that what came
// later still does not come earlier.
struct Alignment {
  uint64_t numerator = 1;
  uint64_t denominator = 1;
  Time offset = 0;
  std::string reason;  // in words, for people: "same clock: mono"

  // Within the bounds of clampTime().
  Time at(Time time) const;
};

struct AxisAlignment {
  ClockInfo clock;                // of the axis: ns, unless all the traces have the same other clock
  std::vector<Alignment> traces;  // in the order in which they were given
};

// Of each trace its clock, and when it begins and ends as far as that is known. The first is where the axis has its
// zero. In order of trust: the counts of one processor; the same clock of one machine; the calendar; clocks that count
// from the start of the machine. What nothing of this lays beside the others begins where the first one begins.
AxisAlignment alignClocks(const std::vector<TraceInfo>& traces);

}  // namespace tp
