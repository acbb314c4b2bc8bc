// trace.dat: what trace-cmd records of the Linux kernel's ftrace.
#pragma once

#include "core/index/format.h"

namespace tp::tracecmd {

Probe probe(const FileSet& files);
Result<std::unique_ptr<TraceReader>> open(const FileSet& files);

}  // namespace tp::tracecmd
