// Reads the maps of sparse members of a tar archive: GNU's old format, and its three formats within pax headers (0.0,
// 0.1, 1.0). Source: GNU tar's manual, "Storing Sparse Files".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/io/tar.h"

namespace tp {

// What the pax header of a member says about sparseness.
struct SparseNotes {
  bool any = false;
  bool inData = false;  // format 1.0: the map is before the data
  std::string name;     // the file's name; the header's own name is made up
  uint64_t fileSize = 0;
  std::vector<SparsePart> parts;

  // Takes one record of the header. Ignores keys that do not begin with "GNU.sparse.".
  void take(std::string_view key, std::string_view value);
};

// Both set `parts` and `fileSize` of `member`. `data` is the offset at which the member's data begin; it is moved past
// the map if that is stored there. `stored` is the member's size in its header, and is reduced by the map's size if
// that is included. Return false if the map makes no sense.
bool readOldSparse(const ByteSource& source, Bytes header, uint64_t& data, ArchiveMember& member);
bool readPaxSparse(const ByteSource& source, const SparseNotes& notes, uint64_t& data, uint64_t& stored,
                   ArchiveMember& member);

}  // namespace tp
