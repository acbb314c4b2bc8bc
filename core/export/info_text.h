// Describes a trace and what is in it as JSON, for the command line and for scripts of the page.
#pragma once

#include <string>
#include <string_view>

#include "core/index/trace_index.h"
#include "core/text/json_writer.h"

namespace tp {

// `name` is that of what was opened, `cacheBytes` the memory of details.
std::string infoJson(const TraceIndex& index, std::string_view name, uint64_t cacheBytes);

// Writes how many records, tracks, threads, CPUs and warnings there are, as an object.
void writeCounts(JsonWriter& json, const TraceIndex& index);
// Writes the members of an object about a joined trace.
void writePart(JsonWriter& json, const TracePart& part);

}  // namespace tp
