// Opens uftrace data directories, which `uftrace record` writes.
#pragma once

#include "core/decode/format.h"

namespace tp::uftrace {

Probe probe(const FileSet& files);
Result<std::unique_ptr<TraceReader>> open(const FileSet& files);

}  // namespace tp::uftrace
