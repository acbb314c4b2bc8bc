// Recordings of perf: perf.data, files and what a pipe wrote, and folders of `perf record --threads`.
#pragma once

#include "core/decode/format.h"

namespace tp::perf {

// Whether the file may name functions of a recording: a program, the kernel's list of symbols, or perf-PID.map.
bool mayHoldNames(const FileEntry& file);

Probe probe(const FileSet& files);
// Fails if there is no perf.data among the files, or its head is damaged.
Result<std::unique_ptr<TraceReader>> open(const FileSet& files);

}  // namespace tp::perf
