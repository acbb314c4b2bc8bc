// Who ran on a CPU before its first switch: the thread that the switch is away from.
#pragma once

#include <optional>

#include "core/formats/ctf/stream_decoder.h"

namespace tp::ctf {

// Reads the beginning of a file up to its first switch, a few megabytes at most. nullopt if there is none, or if
// records are missing before it.
std::optional<int64_t> firstRunner(Shared& shared, const DataFile& file);

}  // namespace tp::ctf
