// Reports files that have changed since they were opened.
#pragma once

#include <string>
#include <vector>

#include "core/io/file_set.h"
#include "core/io/wire.h"

namespace tp {

struct FileChange {
  // As in FileEntry.
  std::string path;
  SourceChange change;

  // For example "trace.dat has changed since it was opened".
  std::string text() const;
  // The same as a Warning.
  Warning warning() const;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.path, atMost(self.change.kind, SourceChange::Kind::Unreadable), self.change.cut);
  }
};

// Decides when a reader compares its files with what was opened (ByteSource::look()): before the first piece, then once
// per megabyte, which takes a hundred times as long to decode as a look.
class LookPace {
 public:
  // `bytes` is the size of the piece that is about to be read.
  bool due(uint64_t bytes) {
    bool now = read_ == 0;
    read_ = read_ + bytes < kEvery ? read_ + bytes : 0;
    return now;
  }

 private:
  static constexpr uint64_t kEvery = uint64_t{1} << 20;
  uint64_t read_ = 0;
};

// Returns the changes that reads have noticed so far; with `look`, compares each file first, which takes some
// microseconds a file. An archive with several files in the set is reported once, by the name of the first.
std::vector<FileChange> changesOf(const FileSet& files, bool look);

}  // namespace tp
