// Lists the members of a zip archive, by its central directory.
#pragma once

#include <string>
#include <vector>

#include "core/io/byte_source.h"
#include "core/io/status.h"

namespace tp {

struct ZipMember {
  std::string name;
  uint64_t header = 0;  // offset of the local header
  uint64_t packed = 0;  // bytes in the archive
  uint64_t size = 0;    // and unpacked, as it claims
  uint32_t crc = 0;     // of what is unpacked
  uint16_t method = 0;  // 0: stored, 8: deflate
  bool encrypted = false;
};

// `notes`: where the directory is damaged, and what was lost; their files are not named.
struct ZipListing {
  std::vector<ZipMember> members;
  std::vector<Warning> notes;
};

// An Error where there is no directory that makes sense. Members that a damaged directory has lost are taken by their
// local headers, as far as these have their sizes.
Result<ZipListing> listZip(const ByteSource& source, size_t most);

// Where the data of a member begin, and what its local header calls it; false where that is none.
bool zipDataOffset(const ByteSource& source, const ZipMember& member, uint64_t& offset, std::string& name);

}  // namespace tp
