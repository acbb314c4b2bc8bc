// What lies between a file's header and its events, by version.
#pragma once

#include "core/formats/tracecmd/file_cursor.h"
#include "core/formats/tracecmd/trace_file.h"
#include "core/io/warning_log.h"

namespace tp::tracecmd {

// `in` stands behind the page size.
void readVersion6(FileCursor& in, const FileEntry& entry, TraceFile& file, WarningLog& warnings);

// `sections`: where they begin; `options`: where the first of those with options lies.
void readVersion7(uint64_t sections, uint64_t options, const FileEntry& entry, TraceFile& file, WarningLog& warnings);

}  // namespace tp::tracecmd
