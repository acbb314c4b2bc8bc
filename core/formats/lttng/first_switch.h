// Finds the thread that ran on a CPU until the CPU's first switch, which only the record of that switch tells. It is
// looked up before the file is decoded, so that earlier events can be attributed to that thread.
#pragma once

#include <cstdint>
#include <optional>

#include "core/formats/lttng/markers.h"
#include "core/formats/lttng/trace_files.h"

namespace tp::lttng {

// Returns the thread, or 0 for the idle one; nullopt if the file is a thread's own, or has no switch in its first 4 MB,
// or none before a loss or damage.
std::optional<int64_t> firstRunner(const TraceFile& file, const Channel& channel, const NameTable& names);

}  // namespace tp::lttng
