// Finds the sub-buffers of a tracefile, past damaged ones.
#pragma once

#include "core/formats/lttng/trace_files.h"

namespace tp::lttng {

// Fills `file.first`, `file.extents` and `file.endTsc`. Sub-buffers of another version or byte order than `like` count
// as damaged. Reads the headers only; what is lost is a warning.
void findSubBuffers(TraceFile& file, const Layout& like, WarningLog& warnings);

}  // namespace tp::lttng
