// Where a trace says that records were lost.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/trace/trace_info.h"

namespace tp {

struct LossPlace {
  Time time = 0;         // of what follows the loss, in clock units
  int64_t records = -1;  // how many were lost; -1: unknown
};

// A lane keeps this many places; it counts all of them.
inline constexpr size_t kMaxLossPlaces = 256;

}  // namespace tp
