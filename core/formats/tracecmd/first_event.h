// Finds out whether a stream records switches or wakings, and which of several buffers that record the same CPU does.
// This has to be known before they are decoded and merged, so that records where there is no switch are not taken to
// tell who runs, nor the end of a waking for its beginning.
#pragma once

#include <optional>

#include "core/decode/stream_driver.h"
#include "core/formats/tracecmd/events.h"

namespace tp::tracecmd {

// Returns when the first event of this meaning was recorded in a stream, in clock units; nullopt if there is none
// within the first `most` bytes or the file cannot be read. `stream` has decoded nothing yet and reads from `file`.
std::optional<Time> firstEvent(StreamDriver& stream, const ByteSource& file, const Events& events, Meaning meaning,
                               uint64_t most);

}  // namespace tp::tracecmd
