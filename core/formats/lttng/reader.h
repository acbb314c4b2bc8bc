// Opens traces of the first LTTng, which LTTV reads: a folder of tracefiles, one for each channel and CPU.
#pragma once

#include "core/decode/format.h"

namespace tp::lttng {

Probe probe(const FileSet& files);
Result<std::unique_ptr<TraceReader>> open(const FileSet& files);

}  // namespace tp::lttng
