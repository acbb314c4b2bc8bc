// What requests of block devices do, as the tracepoints of the kernel tell it.
#pragma once

#include <string>
#include <string_view>

#include "core/decode/block_request.h"

namespace tp::tracecmd {

// `operation` is what blk_fill_rwbs() of kernel/trace/blktrace.c writes: F for a flush before it, a letter for what it
// is, and further flags.
BlockOperation operationOf(std::string_view operation);

// Returns the name of the slice of such a request: "read request".
std::string requestName(BlockOperation operation);

}  // namespace tp::tracecmd
