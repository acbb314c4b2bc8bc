// Says which requests of block devices had completed in the interrupt that woke a thread.
#pragma once

#include <string>

#include "core/decode/block_request.h"
#include "core/trace/trace_info.h"

namespace tp {

// "8,0": the major and the minor number, as the kernel's tools write them.
std::string deviceText(uint32_t device);
// ", which had completed a write of 8 sectors at 12345 of 8,0, issued 4.1 ms before", to follow the name of the
// interrupt that woke a thread at `woken`. Of several requests, it is not known which one was waited for: none is
// described.
std::string requestsText(const CompletedRequests& done, Time woken, const ClockInfo& clock);

}  // namespace tp
