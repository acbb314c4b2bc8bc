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

// A file that can be of a trace by its name and first bytes.
struct Candidate {
  size_t position = 0;
  std::string_view channel;
  uint32_t cpu = 0;
  HeaderState state = HeaderState::None;
  SubBuffer header;
};

// False where the name is not NAME_CPU; nothing is read then.
bool peek(const FileEntry& entry, size_t position, Candidate& out);
bool isMetadata(const Candidate& candidate);

// The files of the trace that `metadata`, a good candidate, belongs to: the metadata first, then by path.
std::vector<TraceFile> findTraceFiles(const FileSet& files, const Candidate& metadata, WarningLog& warnings);

}  // namespace tp::lttng
