// trace.dat: what trace-cmd records of the Linux kernel's ftrace.
#pragma once

#include "core/decode/format.h"

namespace tp::tracecmd {

Probe probe(const FileSet& files);
Result<std::unique_ptr<TraceReader>> open(const FileSet& files);

// A host's files and a guest's, or a guest's and another's of the same host.
bool belongTogether(const FileSet& a, const FileSet& b);

}  // namespace tp::tracecmd
