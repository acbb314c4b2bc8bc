// Opens LLVM XRay logs, Flight Data Recorder and basic, with the recorded program for the names of functions.
#pragma once

#include "core/decode/format.h"

namespace tp::xray {

Probe probe(const FileSet& files);
Result<std::unique_ptr<TraceReader>> open(const FileSet& files);

// Returns whether the logs may be those of one program that forked: all have the same TSC frequency, and none comes
// with a program or map.
bool belongTogether(const FileSet& a, const FileSet& b);

}  // namespace tp::xray
