// Lists the members of a tar archive.
#pragma once

#include <string>
#include <vector>

#include "core/io/byte_source.h"

namespace tp {

struct ArchiveMember {
  std::string name;  // as the archive has it
  uint64_t offset = 0;
  uint64_t size = 0;
};

// Whether the bytes (512 of them) are a tar header.
bool isTarHeader(Bytes header);

// Regular files only, at most `most` (then `more` says that there are others). `whole` is false where the archive ends
// within a member or a header makes no sense.
struct TarListing {
  std::vector<ArchiveMember> members;
  bool whole = true;
  bool more = false;
};
TarListing listTar(const ByteSource& source, size_t most);

}  // namespace tp
