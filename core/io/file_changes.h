// Files that are not any more what they were when they were opened.
#pragma once

#include <string>
#include <vector>

#include "core/io/file_set.h"

namespace tp {

struct FileChange {
  std::string path;  // as FileEntry has it
  SourceChange change;

  // "trace.dat has changed since it was opened".
  std::string text() const;
  // The same in the words of a warning.
  Warning warning() const;
};

// Says when whoever reads looks at the files again: before the first piece, and then once a megabyte, which takes a
// hundred times as long to decode as a look does.
class LookPace {
 public:
  // `bytes`: of the piece that is about to be read.
  bool due(uint64_t bytes) {
    bool now = read_ == 0;
    read_ = read_ + bytes < kEvery ? read_ + bytes : 0;
    return now;
  }

 private:
  static constexpr uint64_t kEvery = uint64_t{1} << 20;
  uint64_t read_ = 0;
};

// As far as reads have shown; `look`: after looking at each, which takes some microseconds a file. An archive of which
// several files are left is told of once, by the name of the first.
std::vector<FileChange> changesOf(const FileSet& files, bool look);

}  // namespace tp
