// What a person dropped: named sources, with paths relative to the drop ("uftrace.data/1234.dat", "trace.dat").
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
  uint32_t drop = 0;  // what was dropped together has the same number; later drops have larger ones

  std::string_view baseName() const;
};

class FileSet {
 public:
  // A later file of the same path replaces the earlier one.
  void add(std::string path, std::shared_ptr<ByteSource> source, uint32_t drop = 0);
  // The same of many, in their order: sorts once, where add() makes room for each.
  void addAll(std::vector<FileEntry> entries);
  // What was dropped later, all of it as one drop. Where outermost names are taken, they are numbered
  // ("trace (2).dat").
  void addDrop(const FileSet& files);

  // Sorted by path.
  const std::vector<FileEntry>& files() const { return files_; }
  bool empty() const { return files_.empty(); }

  // The entry of exactly this path, or null.
  const FileEntry* find(std::string_view path) const;
  // Position in files(), or npos.
  static constexpr size_t npos = ~size_t{0};
  size_t indexOf(std::string_view path) const;

  // What was found wrong while the files were gathered: an archive that is cut, say. Goes into the trace's warnings.
  void note(Warning warning) { notes_.push_back(std::move(warning)); }
  const std::vector<Warning>& notes() const { return notes_; }

  // Those whose paths begin so ("runs/a.data/").
  FileSet under(std::string_view folder) const;

  // A name for the whole: the common top folder, or the only file; of several drops, those of all.
  std::string displayName() const;

 private:
  std::string joinedName() const;

  std::vector<FileEntry> files_;
  std::vector<Warning> notes_;
};

}  // namespace tp
