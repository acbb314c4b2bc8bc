// Writes a part of a trace.dat as a trace.dat that trace-cmd reads.
#pragma once

#include "core/decode/cut.h"
#include "core/decode/format.h"

namespace tp::tracecmd {

Result<CutSummary> cut(const FileSet& files, const CutRequest& request, CutSink& sink, WarningLog& warnings);

}  // namespace tp::tracecmd
