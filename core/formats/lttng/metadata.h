// Reads whole tracefiles at once: the metadata, and the small channels that contain tables.
#pragma once

#include <functional>

#include "core/formats/lttng/event_reader.h"
#include "core/formats/lttng/trace_files.h"
#include "core/io/warning_log.h"

namespace tp::lttng {

// Calls `each` with every event of the file, its payload, and its file offset. `payload` is valid during the call only.
// Damaged bytes are skipped up to the next event. `warnings` may be null if the file is decoded as a stream as well,
// which warns.
void eachEvent(const TraceFile& file, const Channel& channel, WarningLog* warnings,
               const std::function<void(const RawEvent&, Bytes payload, uint64_t offset)>& each);

// Adds what a metadata file says about markers.
void readMetadata(const TraceFile& file, Markers& markers, WarningLog& warnings);

}  // namespace tp::lttng
