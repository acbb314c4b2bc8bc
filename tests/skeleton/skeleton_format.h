// The smallest complete format, to begin a new one with: copy it to core/formats/NAME, and replace part after part.
// docs/adding-a-format.md goes through the contract; the code here has the same order.
//
// The format is a text file, invented for this purpose. Its first line is "skeleton 1". Each other line is a record: a
// time in nanoseconds, the id of a thread, and what it did:
//
//     100 7 begin main
//     120 7 note half way
//     150 7 end
#pragma once

#include "core/decode/format.h"

namespace tp::skeleton {

Probe probe(const FileSet& files);
// Fails if probe() does not accept the files.
Result<std::unique_ptr<TraceReader>> open(const FileSet& files);

// The line for core/formats/registry.cpp.
inline constexpr Format kFormat{"skeleton", "skeleton files", probe, open, true};

}  // namespace tp::skeleton
