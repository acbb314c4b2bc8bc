// Writes a part of an XRay log as a log that LLVM's tools read.
#pragma once

#include "core/decode/cut.h"
#include "core/decode/format.h"

namespace tp::xray {

Result<CutSummary> cut(const FileSet& files, const CutRequest& request, CutSink& sink, WarningLog& warnings);

}  // namespace tp::xray
