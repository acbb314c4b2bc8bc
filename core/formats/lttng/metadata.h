// Reads whole tracefiles at once: the metadata, and the small channels that hold tables.
#pragma once

#include <functional>

#include "core/formats/lttng/event_reader.h"
#include "core/formats/lttng/trace_files.h"
#include "core/io/warning_log.h"

namespace tp::lttng {

// Calls `each` with every event, its payload and its place in the file. Damage ends a sub-buffer; `warnings` may be
// null, where somebody else reads the file as well and warns.
void eachEvent(const TraceFile& file, const Channel& channel, WarningLog* warnings,
               const std::function<void(const RawEvent&, Bytes payload, uint64_t offset)>& each);

// Adds what a metadata file says of the markers.
void readMetadata(const TraceFile& file, Markers& markers, WarningLog& warnings);

}  // namespace tp::lttng
