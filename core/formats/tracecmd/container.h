// Reads what lies between a file's header and its events, by version of the container. Damage is warned of.
#pragma once

#include "core/formats/tracecmd/file_cursor.h"
#include "core/formats/tracecmd/trace_file.h"
#include "core/io/warning_log.h"

namespace tp::tracecmd {

// `in` stands behind the page size.
void readVersion6(FileCursor& in, const FileEntry& entry, TraceFile& file, WarningLog& warnings);

// `sections` is the offset of the first section, `options` that of the first section with options.
void readVersion7(uint64_t sections, uint64_t options, const FileEntry& entry, TraceFile& file, WarningLog& warnings);

}  // namespace tp::tracecmd
