// Where tracks belong for tools that know only processes and threads, and what they are called there.
#pragma once

#include <string>

#include "core/export/export_writer.h"

namespace tp {

// Returns the process that the track is under, or else its outermost heading.
TrackId placeOf(const TrackTable& tracks, TrackId track);
// Return whether the operating system's own ids identify it. Those of further machines and traces may be the same as
// others', and idle threads have none.
bool isOsProcess(const Track& track);
bool isOsThread(const Track& track);
// Returns "cc1plus 14318" or "CPU 0 irq": a name for lists that do not show headings.
std::string fullName(const TrackTable& tracks, TrackId track);

}  // namespace tp
