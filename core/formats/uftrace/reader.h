// uftrace data directories: what `uftrace record` leaves behind.
#pragma once

#include "core/decode/format.h"

namespace tp::uftrace {

Probe probe(const FileSet& files);
Result<std::unique_ptr<TraceReader>> open(const FileSet& files);

}  // namespace tp::uftrace
