// The only place that names the formats.
#pragma once

#include <memory>
#include <span>

#include "core/decode/format.h"

namespace tp {

std::span<const Format> formats();

// Opens with the format that is surest of the files. Where none is, the error says what the files look like and what is
// accepted.
Result<std::unique_ptr<TraceReader>> openTrace(const FileSet& files);

}  // namespace tp
