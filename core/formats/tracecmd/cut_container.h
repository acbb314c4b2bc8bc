// Writes a cut as a file, by version of the container.
#pragma once

#include "core/formats/tracecmd/cpu_cut.h"

namespace tp::tracecmd {

// The option that tells when the whole trace begins: a line more of what trace-cmd shows as the kernel's counts,
// because it warns of options that it does not know.
std::vector<std::byte> originOption(Time origin);
bool isOrigin(uint16_t id, Bytes value);

// Metadata in a fixed order, a table of the CPUs, and their pages. Returns an Error if the metadata are damaged: no
// tool could read the cut.
Result<CutSummary> writeVersion6(const CutFile& cut, CutSink& sink);
// Sections, and options that say where these are.
CutSummary writeVersion7(const CutFile& cut, CutSink& sink);

}  // namespace tp::tracecmd
