// Opens texts of ftrace: what `trace` and `trace_pipe` of tracefs show, and what `trace-cmd report` prints. Their
// tracks are those of the trace.dat that a text was printed from, as far as the text tells.
#pragma once

#include "core/decode/format.h"

namespace tp::ftrace {

Probe probe(const FileSet& files);
Result<std::unique_ptr<TraceReader>> open(const FileSet& files);

}  // namespace tp::ftrace
