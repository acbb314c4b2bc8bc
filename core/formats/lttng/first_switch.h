// Who ran on a CPU until its first switch, which only that record tells: looked up in the file before it is decoded, so
// that what comes before it can be told of that thread.
#pragma once

#include <cstdint>
#include <optional>

#include "core/formats/lttng/markers.h"
#include "core/formats/lttng/trace_files.h"

namespace tp::lttng {

// The thread, 0 for the idle one. None: the file has no switches, or none before a loss, damage, or some megabytes.
std::optional<int64_t> firstRunner(const TraceFile& file, const Channel& channel, const NameTable& names);

}  // namespace tp::lttng
