// What a trace is, and what is in it, as JSON: what the command line prints and scripts get of the page.
#pragma once

#include <string>
#include <string_view>

#include "core/index/trace_index.h"

namespace tp {

// `name`: what was opened.
std::string infoJson(const TraceIndex& index, std::string_view name, uint64_t cacheBytes);

}  // namespace tp
