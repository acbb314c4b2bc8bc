// Opens trace.dat files, in which trace-cmd records ftrace of the Linux kernel.
#pragma once

#include "core/decode/format.h"

namespace tp::tracecmd {

Probe probe(const FileSet& files);
Result<std::unique_ptr<TraceReader>> open(const FileSet& files);

// Returns whether one set has the trace of a host and the other that of one of its guests.
bool belongTogether(const FileSet& a, const FileSet& b);

}  // namespace tp::tracecmd
