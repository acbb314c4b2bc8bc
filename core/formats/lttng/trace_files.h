// Which files of a folder are tracefiles of one trace, and where in them the sub-buffers are.
#pragma once

#include <vector>

#include "core/formats/lttng/sub_buffer.h"
#include "core/index/format.h"

namespace tp::lttng {

// What one CPU wrote to one channel.
struct TraceFile {
  FileEntry entry;
  size_t position = 0;  // in the FileSet
  std::string name;     // "kernel_0"
  std::string channel;  // "kernel"
  uint32_t cpu = 0;
  bool metadata = false;
  SubBuffer first;
  uint64_t endTsc = 0;  // of the last sub-buffer
  std::vector<Extent> extents;

  // Channels of version 1.0 whose events have a header of one word.
  bool compact() const;
};

// A file that can be of a trace by its name.
struct Candidate {
  size_t position = 0;  // in the FileSet
  std::string_view channel;
  uint32_t cpu = 0;
};

// False where the name is not NAME_CPU. Nothing is read.
bool isCandidate(const FileEntry& entry, size_t position, Candidate& out);

// Whether a trace of this version describes its events in the files of this channel.
bool isMetadata(std::string_view channel, const Layout& layout);

// The files of the trace that the metadata at `position` belongs to: the metadata first, then by path.
std::vector<TraceFile> findTraceFiles(const FileSet& files, size_t position, const Layout& like, WarningLog& warnings);

}  // namespace tp::lttng
