// PieceReader reads files piece by piece, out of sources that lie in memory or not, and lets go of what was read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/io/file_changes.h"
#include "core/io/file_set.h"

namespace tp {

class PieceReader {
 public:
  struct Piece {
    Bytes data;            // empty: nothing can be read there
    bool lasting = false;  // valid as long as the source; else until the next call of read()
  };
  // Reads up to `size` bytes of a file, given by its position in `files`, from `offset` on. The piece that was read
  // before in the same channel is not needed any more. Now and then looks whether the file has changed.
  Piece read(const FileSet& files, size_t file, uint64_t offset, uint64_t size, uint32_t channel);
  // Looks whether the files that were read last have changed.
  void look(const FileSet& files) const;

 private:
  struct Place {
    size_t file = 0;
    uint64_t offset = 0;
    uint64_t size = 0;  // 0: nothing was read
  };

  std::vector<std::byte> copy_;                 // of sources without view()
  std::unordered_map<uint32_t, Place> latest_;  // by channel
  LookPace looks_;
};

}  // namespace tp
