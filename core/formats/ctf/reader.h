// The Common Trace Format, versions 1.8 and 2: what LTTng, barectf, perf, Zephyr and others write.
#pragma once

#include "core/decode/format.h"

namespace tp::ctf {

// Whether the file may name functions of a trace: a program or a library.
bool mayHoldNames(const FileEntry& file);

Probe probe(const FileSet& files);
Result<std::unique_ptr<TraceReader>> open(const FileSet& files);

}  // namespace tp::ctf
