// The files that the user dropped: named sources, with paths relative to the drop ("uftrace.data/1234.dat",
// "trace.dat").
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/byte_source.h"

namespace tp {

struct FileEntry {
  std::string path;  // '/'-separated, no leading slash
  std::shared_ptr<ByteSource> source;
  // Files that were dropped together have the same number; later drops have larger ones.
  uint32_t drop = 0;

  std::string_view baseName() const;
};

// Sorted by path; each path occurs once.
class FileSet {
 public:
  // A later file of the same path replaces the earlier one.
  void add(std::string path, std::shared_ptr<ByteSource> source, uint32_t drop = 0);
  // Same as add() for each entry in turn, but sorts once instead of inserting each.
  void addAll(std::vector<FileEntry> entries);
  // Adds the files of `files` as one later drop, and its notes. If a top-level name is taken already, all of them get a
  // number ("trace (2).dat").
  void addDrop(const FileSet& files);

  // Sorted by path.
  const std::vector<FileEntry>& files() const { return files_; }
  bool empty() const { return files_.empty(); }

  // Returns the entry with exactly this path, or null. Valid until files are added.
  const FileEntry* find(std::string_view path) const;
  // Returns the position in files(), or npos.
  static constexpr size_t npos = ~size_t{0};
  size_t indexOf(std::string_view path) const;

  // A problem that was found while the files were gathered: an archive that is cut, for example. Notes become warnings
  // of the trace.
  void note(Warning warning) { notes_.push_back(std::move(warning)); }
  const std::vector<Warning>& notes() const { return notes_; }

  // Returns the files whose paths begin with `folder` ("runs/a.data/"), and all notes.
  FileSet under(std::string_view folder) const;

  // A name for the whole set: the common top folder, or the only file; for several drops, their names joined by " + ".
  std::string displayName() const;

 private:
  std::string joinedName() const;

  std::vector<FileEntry> files_;
  std::vector<Warning> notes_;
};

}  // namespace tp
