// What becomes of files that are dropped while a trace is open. The page and the window follow the same rules: a drop
// lies beside the open trace or, with Shift, opens instead of it; files that only belong to the open trace are added.
#pragma once

#include <cstddef>
#include <string>

#include "core/joint/join_options.h"
#include "core/trace/trace_info.h"

namespace tp {

// More files than this are not asked whether they belong to the open trace: they are a trace, or an error.
inline constexpr size_t kMaxAdded = 16;

// Returns the options for opening a drop beside what is open with `open`: all traces are shown again, shifts stay.
// `isTrace`: the drop must be a trace, or several; otherwise it only adds to the open one.
JoinOptions besideOptions(const JoinOptions& open, bool isTrace);

// Returns the folder of what is open, if it is one of several traces that were dropped together, with a slash at its
// end: the others are left behind when a drop is laid beside it. Empty: all that was dropped is open.
std::string openFolder(const JoinOptions& open, const TraceInfo& info);

}  // namespace tp
