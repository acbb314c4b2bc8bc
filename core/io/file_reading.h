// Warnings about a file that each worker reads when it first needs it. Every worker's reading gives the same warnings;
// they count once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/io/warning_log.h"

namespace tp {

// ToldWarning::teller for the warnings of a file: this plus the file's position in the trace's FileSet.
inline constexpr uint32_t kFileTellers = uint32_t{1} << 31;

// Collects the warnings of one reading of a file, and passes them on when it ends.
class FileReading {
 public:
  // `warnings` must outlive this. The destructor adds what was collected to it, even if it is Quiet.
  FileReading(WarningLog& warnings, size_t position)
      : warnings_(warnings), telling_(own_, kFileTellers + static_cast<uint32_t>(position % kFileTellers)) {}
  ~FileReading() { warnings_.take(own_.since(0)); }
  FileReading(const FileReading&) = delete;
  FileReading& operator=(const FileReading&) = delete;

  // The log for warnings about the file.
  WarningLog& log() { return own_; }

 private:
  WarningLog& warnings_;
  WarningLog own_;
  WarningLog::Telling telling_;
};

}  // namespace tp
