// The latencies and the waits of the two sides of `tracepane compare`.
#pragma once

#include "core/analysis/compare/timed_changes.h"
#include "native/cli/compare_sides.h"

namespace tp::cli {

SideTimes latenciesOf(Side& side);
SideTimes waitsOf(Side& side);

}  // namespace tp::cli
