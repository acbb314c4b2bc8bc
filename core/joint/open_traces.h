// Opens what was dropped: one trace as its format opens it, several as one (core/joint/joined_reader.h).
#pragma once

#include <memory>

#include "core/decode/format.h"
#include "core/joint/join_options.h"

namespace tp {

// The files that the options leave: what the streams of the reader count in.
FileSet chosenFiles(const FileSet& files, const JoinOptions& options);

// `files`: chosenFiles(). Several traces are joined where they came by several drops, where each of one drop is of
// another format, or where the options say so.
Result<std::unique_ptr<TraceReader>> openTraces(const FileSet& files, const JoinOptions& options);

}  // namespace tp
