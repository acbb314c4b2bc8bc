// Finds the tracefiles of each trace among the files of a drop.
#pragma once

#include <vector>

#include "core/decode/format.h"
#include "core/formats/lttng/sub_buffer.h"

namespace tp::lttng {

// Where a sub-buffer lies in its file, as file offsets.
struct SubBufferPlace {
  uint64_t at = 0;
  uint64_t dataEnd = 0;  // End of header and events; padding follows.
  uint64_t next = 0;     // Where the next sub-buffer begins, if there is one.
  uint64_t cut = 0;      // 1: the file ends before the data do.
};

// A tracefile: what one CPU, or one thread of a program by itself, wrote to one channel.
struct TraceFile {
  FileEntry entry;
  size_t position = 0;  // In the FileSet.
  std::string name;     // "kernel_0".
  std::string channel;  // "kernel".
  uint32_t cpu = 0;
  int64_t tid = 0;  // The thread whose own file this is; 0 for a CPU's file.
  int64_t pid = 0;  // The process of that thread.
  bool metadata = false;
  SubBuffer first;  // The first sub-buffer that can be read.
  SubBufferPlace firstPlace;
  uint64_t endTsc = 0;  // TSC at the end of the last sub-buffer that is found without reading all of them.

  bool compact() const;
};

// A file that may belong to a trace, judged by its name.
struct Candidate {
  size_t position = 0;  // In the FileSet.
  std::string_view channel;
  uint32_t cpu = 0;
  int64_t tid = 0;
  int64_t pid = 0;
};

// Returns false if the name is neither NAME_CPU nor NAME-TID.PID.CREATION. Does not read the file. `out.channel` is a
// view into `entry`.
bool isCandidate(const FileEntry& entry, size_t position, Candidate& out);

// A trace in the drop: the folder that contains its metadata.
struct TraceRoot {
  std::string path;     // "a/b/"; empty for the drop itself.
  size_t position = 0;  // Position in the FileSet of its first metadata file that can be read.
  SubBuffer first;      // The first sub-buffer of that file that can be read.
  // Returns whether the file is below this folder, and not below that of another trace within it.
  bool owns(std::string_view file, const std::vector<TraceRoot>& all) const;
};

// Returns the traces ordered by path. Those of a version that is not supported are left out; `otherVersion` then
// receives the name and version of the first one, unless it is set already.
std::vector<TraceRoot> findTraces(const FileSet& files, std::string& otherVersion);
// Sets the clock and the start of the trace to what most of its files say, because every header repeats them. Warns if
// that differs from the trace's first header.
void settleClock(const FileSet& files, const std::vector<TraceRoot>& traces, TraceRoot& trace, WarningLog& warnings);
// Returns whether there is any tracefile at all, which tells a trace without metadata from other files. `otherVersion`
// is set as in findTraces().
bool anyTraceFile(const FileSet& files, std::string& otherVersion);

// Returns the files of one of the traces: the metadata first, the others in the order of the FileSet.
std::vector<TraceFile> findTraceFiles(const FileSet& files, const std::vector<TraceRoot>& traces,
                                      const TraceRoot& trace, WarningLog& warnings);

}  // namespace tp::lttng
