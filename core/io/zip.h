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

// An Error where there is no directory that makes sense.
Result<std::vector<ZipMember>> listZip(const ByteSource& source, size_t most);

// Where the data of a member begin; false where its local header is none.
bool zipDataOffset(const ByteSource& source, const ZipMember& member, uint64_t& offset);

}  // namespace tp
