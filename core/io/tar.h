// Lists the members of a tar archive.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/io/byte_source.h"
#include "core/io/status.h"

namespace tp {

// Of a sparse file: `size` bytes that belong at `at`. What lies between two is zeros.
struct SparsePart {
  uint64_t at = 0;
  uint64_t size = 0;
};

struct ArchiveMember {
  std::string name;  // as the archive has it
  uint64_t offset = 0;
  uint64_t size = 0;  // in the archive
  // Of a sparse file, which links to it share: in their order, none over another; their bytes lie one after the other
  // at `offset`. Null: no sparse file.
  std::shared_ptr<const std::vector<SparsePart>> parts;
  uint64_t fileSize = 0;  // of a sparse file: no less than the end of the last part
};

// Whether the bytes (512 of them) are a tar header.
bool isTarHeader(Bytes header);

// Regular files only, at most `most` (then `more` says that there are others), and links to them, as members of the
// same bytes. `whole` is false where the archive ends within a member or a header makes no sense: it is read on at the
// next one. `notes`: what is left out, and why, and where headers are missing; their files are not named.
struct TarListing {
  std::vector<ArchiveMember> members;
  std::vector<Warning> notes;
  bool whole = true;
  bool more = false;
};
TarListing listTar(const ByteSource& source, size_t most);

}  // namespace tp
