// What is told of a file that is read when something in it is first needed, by each worker that needs it and whatever
// it decodes meanwhile: all readings tell the same, and together they count as one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/io/warning_log.h"

namespace tp {

// ToldWarning::teller of a file: this, and its position in the trace's FileSet.
inline constexpr uint32_t kFileTellers = uint32_t{1} << 31;

class FileReading {
 public:
  // `warnings` outlives it, and has what was told from when it ends on, be it quiet or not.
  FileReading(WarningLog& warnings, size_t position)
      : warnings_(warnings), telling_(own_, kFileTellers + static_cast<uint32_t>(position % kFileTellers)) {}
  ~FileReading() { warnings_.take(own_.since(0)); }
  FileReading(const FileReading&) = delete;
  FileReading& operator=(const FileReading&) = delete;

  // For what is told meanwhile.
  WarningLog& log() { return own_; }

 private:
  WarningLog& warnings_;
  WarningLog own_;
  WarningLog::Telling telling_;
};

}  // namespace tp
