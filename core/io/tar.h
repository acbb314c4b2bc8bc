// Lists the members of a tar archive.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/io/byte_source.h"
#include "core/io/status.h"

namespace tp {

// A piece of a sparse file: `size` bytes that belong at offset `at` of the file. Between pieces are zeros.
struct SparsePart {
  uint64_t at = 0;
  uint64_t size = 0;
};

struct ArchiveMember {
  std::string name;  // as it is in the archive
  uint64_t offset = 0;
  uint64_t size = 0;  // bytes in the archive
  // The pieces of a sparse file, in order and not overlapping; their bytes follow each other at `offset`. Links to the
  // file share it. Null if the file is not sparse.
  std::shared_ptr<const std::vector<SparsePart>> parts;
  // Size of a sparse file in bytes, at least the end of its last piece.
  uint64_t fileSize = 0;
};

// Returns whether the first 512 bytes are a tar header; false if there are fewer.
bool isTarHeader(Bytes header);

// Regular files, and links to them as members with the same bytes; no other types. `whole` is false if the archive ends
// within a member, or a header makes no sense or is missing; after a missing one, listing goes on at the next header.
// `notes` say what is left out, and why, and where headers are missing; their `file` is empty.
struct TarListing {
  std::vector<ArchiveMember> members;
  std::vector<Warning> notes;
  bool whole = true;
  // There are more than `most` members.
  bool more = false;
};
// Lists at most `most` members.
TarListing listTar(const ByteSource& source, size_t most);

}  // namespace tp
