// The logs among the files of a drop. The others may be programs.
#pragma once

#include <string>
#include <vector>

#include "core/formats/xray/log_header.h"
#include "core/io/file_set.h"

namespace tp::xray {

struct Log {
  const FileEntry* file = nullptr;
  size_t position = 0;  // Position in FileSet::files().
  LogHeader header;
};

// Returns what a file is that XRay wrote, but that is no log that can be read; empty if it is something else.
std::string unreadLog(const FileEntry& file);

// The logs refer to the entries of `files`.
std::vector<Log> findLogs(const FileSet& files);

}  // namespace tp::xray
