// Writes a cut as a file, by version of the container.
#pragma once

#include "core/formats/tracecmd/cpu_cut.h"

namespace tp::tracecmd {

// Metadata in a fixed order, a table of the CPUs, and their pages. Returns an Error if the metadata are damaged: no
// tool could read the cut.
Result<CutSummary> writeVersion6(const CutFile& cut, CutSink& sink);
// Sections, and options that say where these are.
CutSummary writeVersion7(const CutFile& cut, CutSink& sink);

}  // namespace tp::tracecmd
