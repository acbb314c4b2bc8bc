// Aligns the clocks of several traces on one axis.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace_info.h"

namespace tp {

// Maps a trace's own times to the axis: `time * numerator / denominator + offset`, rounded down, so that order is
// preserved. `offset` is in units of the axis.
struct Alignment {
  uint64_t numerator = 1;
  uint64_t denominator = 1;
  Time offset = 0;
  std::string reason;      // for the user: "same clock: mono"
  size_t sameClockAs = 0;  // the first trace with whose times those of this one agree exactly: itself, if none does

  // Returns the time on the axis, within the bounds of clampTime().
  Time at(Time time) const;
};

struct AxisAlignment {
  ClockInfo clock;                // the axis's clock: ns, unless all the traces have the same other clock
  std::vector<Alignment> traces;  // in the order of the argument
};

// Aligns the traces by their clocks, and by their begin and end if these are known. The first trace's clock defines the
// zero of the axis. Each other trace is related to the earlier one with the most trusted relation; in order of trust:
// counts of one processor, the same clock of one machine, the calendar, clocks that count from the start of the
// machine. A trace that cannot be related to any begins where the first one begins.
AxisAlignment alignClocks(const std::vector<TraceInfo>& traces);

}  // namespace tp
