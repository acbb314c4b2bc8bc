// Writes a part of an LTTng legacy trace as a trace that LTTV reads.
#pragma once

#include "core/decode/cut.h"
#include "core/decode/format.h"

namespace tp::lttng {

Result<CutSummary> cut(const FileSet& files, const CutRequest& request, CutSink& sink, WarningLog& warnings);

}  // namespace tp::lttng
