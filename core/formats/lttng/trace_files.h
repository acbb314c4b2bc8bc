// Which files of a drop are tracefiles of which trace, and where in them the sub-buffers begin.
#pragma once

#include <vector>

#include "core/decode/format.h"
#include "core/formats/lttng/sub_buffer.h"

namespace tp::lttng {

// Where a sub-buffer lies in its file.
struct SubBufferPlace {
  uint64_t at = 0;
  uint64_t dataEnd = 0;  // of header and events; padding follows
  uint64_t next = 0;     // where the next one begins, if there is one
};

// What one CPU wrote to one channel, or one thread of a program for itself.
struct TraceFile {
  FileEntry entry;
  size_t position = 0;  // in the FileSet
  std::string name;     // "kernel_0"
  std::string channel;  // "kernel"
  uint32_t cpu = 0;
  int64_t tid = 0;  // of the thread whose own file this is; 0: a CPU's
  int64_t pid = 0;  // and its process
  bool metadata = false;
  SubBuffer first;  // that can be read
  SubBufferPlace firstPlace;
  uint64_t endTsc = 0;  // of the last sub-buffer that is found without looking at all of them

  bool compact() const;
};

// A file that can be of a trace by its name.
struct Candidate {
  size_t position = 0;  // in the FileSet
  std::string_view channel;
  uint32_t cpu = 0;
  int64_t tid = 0;
  int64_t pid = 0;
};

// False where the name is neither NAME_CPU nor NAME-TID.PID.CREATION. Nothing is read.
bool isCandidate(const FileEntry& entry, size_t position, Candidate& out);

// A trace in the drop: the folder that its metadata is in.
struct TraceRoot {
  std::string path;     // "a/b/"; empty: the drop itself
  size_t position = 0;  // of its first metadata in the FileSet
  SubBuffer first;      // the first sub-buffer of it that can be read
  // The files are those below it, without those of a trace within it.
  bool owns(std::string_view file, const std::vector<TraceRoot>& all) const;
};

// By path. What is of another version is left out; where there is nothing else, `otherVersion` is its name and version.
std::vector<TraceRoot> findTraces(const FileSet& files, std::string& otherVersion);
// The clock and the start of the trace, which every header repeats: what most files say is believed, and where the
// first differs, that is a warning.
void settleClock(const FileSet& files, const std::vector<TraceRoot>& traces, TraceRoot& trace, WarningLog& warnings);
// Whether there is any tracefile at all, so that "no metadata" is what is wrong with the drop.
bool anyTraceFile(const FileSet& files, std::string& otherVersion);

// The files of one of the traces: the metadata first, then by path.
std::vector<TraceFile> findTraceFiles(const FileSet& files, const std::vector<TraceRoot>& traces,
                                      const TraceRoot& trace, WarningLog& warnings);

}  // namespace tp::lttng
