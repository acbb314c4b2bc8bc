// Describes a trace and what is in it as JSON, for the command line and for scripts of the page.
#pragma once

#include <string>
#include <string_view>

#include "core/index/trace_index.h"

namespace tp {

// `name` is that of what was opened, `cacheBytes` the memory of details.
std::string infoJson(const TraceIndex& index, std::string_view name, uint64_t cacheBytes);

}  // namespace tp
