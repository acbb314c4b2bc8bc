// Which of the buffers that record a CPU tells of its switches: looked up before they are merged, so that what another
// records before the first switch is not taken for who runs.
#pragma once

#include <optional>

#include "core/decode/stream_driver.h"
#include "core/formats/tracecmd/events.h"

namespace tp::tracecmd {

// When the first switch of a stream was recorded, in ns. None: it has none within some megabytes, or can't be read.
// `stream` has decoded nothing yet, and is of `file`.
std::optional<Time> firstSwitch(StreamDriver& stream, const ByteSource& file, const Events& events);

}  // namespace tp::tracecmd
