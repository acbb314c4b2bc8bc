// Writes a part of a CTF trace, or of a tree of them, as one that babeltrace2 reads.
#pragma once

#include "core/decode/cut.h"
#include "core/decode/format.h"

namespace tp::ctf {

Result<CutSummary> cut(const FileSet& files, const CutRequest& request, CutSink& sink, WarningLog& warnings);

}  // namespace tp::ctf
