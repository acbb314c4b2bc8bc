// uftrace data directories: what `uftrace record` leaves behind.
#pragma once

#include "core/index/format.h"

namespace tp::uftrace {

Probe probe(const FileSet& files);
Result<std::unique_ptr<TraceReader>> open(const FileSet& files);

}  // namespace tp::uftrace
