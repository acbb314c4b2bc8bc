// Opens the files that were dropped: a single trace by its format, several traces as one (core/joint/joined_reader.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/decode/format.h"
#include "core/joint/join_options.h"
#include "core/joint/split.h"

namespace tp {

// Returns the files that the options leave. The streams of the reader refer to files by their index in these.
FileSet chosenFiles(const FileSet& files, const JoinOptions& options);

// Opens the traces in `files`, which chosenFiles() returned. Several traces are joined if they came in several drops,
// if those of one drop are of different formats, or if the options say so; otherwise the surest is opened. Returns an
// error if none can be opened.
Result<std::unique_ptr<TraceReader>> openTraces(const FileSet& files, const JoinOptions& options);

// Returns what to say of `files`, of which these traces were found: each drop that is no trace and tells nothing of the
// others is left out.
std::vector<Warning> leftOut(const FileSet& files, const std::vector<FoundTrace>& traces);

// Returns why `more`, as a further drop, can't be opened beside `open`; empty if it can, or if something would have to
// be unpacked first.
std::string whyNotBeside(const FileSet& open, const FileSet& more, const JoinOptions& options);

}  // namespace tp
