// What describes the events before version 1.0: the facilities that the trace says were loaded, and files of XML beside
// it that tell of their events.
#pragma once

#include "core/formats/lttng/trace_files.h"
#include "core/io/warning_log.h"
#include "core/trace/names.h"

namespace tp::lttng {

class Markers;

// Adds the events of all facilities that tracefiles of metadata name, as far as there are descriptions among `files`.
// Those under `root` come first. What is not described is a warning, once for a facility.
void readFacilities(const FileSet& files, std::string_view root, const std::vector<TraceFile>& traceFiles,
                    Markers& markers, NameTable& names, WarningLog& warnings);

}  // namespace tp::lttng
