// Writes a part of a data directory as a data directory that uftrace reads.
#pragma once

#include "core/decode/cut.h"
#include "core/decode/format.h"

namespace tp::uftrace {

Result<CutSummary> cut(const FileSet& files, const CutRequest& request, CutSink& sink, WarningLog& warnings);

}  // namespace tp::uftrace
