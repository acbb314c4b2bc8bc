// Where tracks belong for tools that know processes and threads, and what they are called there.
#pragma once

#include <string>

#include "core/export/export_writer.h"

namespace tp {

// The process under which the track stands, or its outermost heading.
TrackId placeOf(const TrackTable& tracks, TrackId track);
// Whether the operating system's own ids say which one it is: not so for further machines, whose ids are others, and
// for idle threads, which have none.
bool isOsProcess(const Track& track);
bool isOsThread(const Track& track);
// "cc1plus 14318", "CPU 0 irq": for lists in which headings are not seen.
std::string fullName(const TrackTable& tracks, TrackId track);

}  // namespace tp
