// Which traces a drop has: each folder with metadata is one, and folders whose traces have one UUID are one together.
#pragma once

#include <memory>
#include <set>

#include "core/decode/format.h"
#include "core/formats/ctf/packet.h"

namespace tp::ctf {

// What a stream had counted before a packet, if another file has the packet before it.
struct Counted {
  uint64_t discarded = 0;
  uint64_t sequence = 0;
  uint64_t end = 0;  // in cycles
  uint64_t hasDiscarded = 0, hasSequence = 0;
};

struct DataFile {
  size_t position = 0;  // in the FileSet
  std::string path;
  std::shared_ptr<ByteSource> source;
  std::string name;  // without the folder
  std::vector<Extent> extents;
  const StreamLayout* stream = nullptr;  // of its first packet; null if it has none that can be read
  // The stream whose packets it has, where they tell; several files can have those of one.
  std::optional<uint64_t> instance;
  uint64_t begin = 0;  // of its first packet, in cycles
  int32_t cpu = -1;
  bool hasCpu = false;
  std::vector<Counted> before;  // for each extent
};

struct Trace {
  std::string folder;    // of its first part: "session/kernel/"; empty for the drop itself
  std::string metadata;  // path
  std::unique_ptr<TraceLayout> layout;
  std::vector<DataFile> files;
};

// Returns the folders that have metadata of CTF, each with a slash at its end, in the order of their paths.
std::vector<std::string> findFolders(const FileSet& files);

// Returns the innermost folder that has all of these, with a slash at its end; empty if that is the drop itself.
std::string commonFolder(const std::vector<std::string>& folders);

// Where a cut tells what it is of: below commonFolder().
inline constexpr std::string_view kOriginFolder = "tracepane/";

// Reads the metadata and the heads of packets. A trace that can't be read is left out with a warning, if there is
// another one; otherwise an Error says why.
Result<std::vector<Trace>> findTraces(const FileSet& files, NameTable& names, WarningLog& warnings);

}  // namespace tp::ctf
