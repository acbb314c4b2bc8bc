// Where the bytes of sparse members of a tar archive belong: GNU's old format, and the three that it has within pax
// headers (0.0, 0.1, 1.0). Source: GNU tar's manual, "Storing Sparse Files".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/io/tar.h"

namespace tp {

// What the pax header of a member says of it.
struct SparseNotes {
  bool any = false;
  bool inData = false;  // 1.0: the map lies before the data
  std::string name;     // in place of a made-up one
  uint64_t fileSize = 0;
  std::vector<SparsePart> parts;

  // One record of the header.
  void take(std::string_view key, std::string_view value);
};

// `data` is where the member's data begin, and is moved behind what is not data of the file. False where the map makes
// no sense. `stored`: of the member, as its header has it; less what was moved over where that counts in.
bool readOldSparse(const ByteSource& source, Bytes header, uint64_t& data, ArchiveMember& member);
bool readPaxSparse(const ByteSource& source, const SparseNotes& notes, uint64_t& data, uint64_t& stored,
                   ArchiveMember& member);

}  // namespace tp
