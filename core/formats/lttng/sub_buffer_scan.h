// Finds the sub-buffers of a tracefile, past damaged ones.
#pragma once

#include "core/formats/lttng/trace_files.h"

namespace tp::lttng {

// Fills `file.first`, `file.extents` and `file.endTsc`. Sub-buffers of another version or byte order than `like` count
// as damaged. Reads the headers only; what is lost is a warning.
void findSubBuffers(TraceFile& file, const Layout& like, WarningLog& warnings);

// The first good header of a file whose version is not known, which is searched for where the file does not begin with
// one. Of another version or none: whatever was found at its beginning.
HeaderState findFirst(const ByteSource& source, SubBuffer& out);

}  // namespace tp::lttng
