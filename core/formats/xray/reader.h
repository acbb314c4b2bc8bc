// LLVM XRay logs, Flight Data Recorder and basic, with the program they were recorded of for the names.
#pragma once

#include "core/decode/format.h"

namespace tp::xray {

Probe probe(const FileSet& files);
Result<std::unique_ptr<TraceReader>> open(const FileSet& files);

// Logs of a program that forks, as long as none comes with a program of its own.
bool belongTogether(const FileSet& a, const FileSet& b);

}  // namespace tp::xray
