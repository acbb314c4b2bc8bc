// The logs among the files of a drop. The others may be programs.
#pragma once

#include <vector>

#include "core/formats/xray/log_header.h"
#include "core/io/file_set.h"

namespace tp::xray {

struct Log {
  const FileEntry* file = nullptr;
  size_t position = 0;  // Position in FileSet::files().
  LogHeader header;
};

// The logs refer to the entries of `files`.
std::vector<Log> findLogs(const FileSet& files);

}  // namespace tp::xray
