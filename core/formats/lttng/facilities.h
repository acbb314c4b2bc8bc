// The descriptions of events before version 1.0: the trace says which facilities were loaded, and XML files beside it
// describe their events.
#pragma once

#include "core/formats/lttng/trace_files.h"
#include "core/io/warning_log.h"
#include "core/trace/names.h"

namespace tp::lttng {

class Markers;

// Adds the events of all facilities that the metadata among `traceFiles` name, as far as `files` contain descriptions.
// Descriptions under `root` take precedence. Warns once for each facility without a description.
void readFacilities(const FileSet& files, std::string_view root, const std::vector<TraceFile>& traceFiles,
                    Markers& markers, NameTable& names, WarningLog& warnings);

}  // namespace tp::lttng
