// Groups the units of a trace (streams, then merges) for scans that several threads share. The groups depend on the
// files only.
#pragma once

#include <cstddef>
#include <vector>

#include "core/decode/format.h"

namespace tp {

// Returns the first unit of each group of neighbours, then the number of units. A group has some megabytes to decode,
// if there are as many; a large unit is a group of its own.
std::vector<size_t> groupUnits(const TraceReader& reader);

}  // namespace tp
