// Lists the members of a zip archive, by its central directory.
#pragma once

#include <string>
#include <vector>

#include "core/io/byte_source.h"
#include "core/io/status.h"

namespace tp {

struct ZipMember {
  std::string name;
  uint64_t header = 0;  // offset of its local header
  uint64_t packed = 0;  // bytes in the archive
  uint64_t size = 0;    // bytes when unpacked, as the archive claims
  uint32_t crc = 0;     // of the unpacked bytes
  uint16_t method = 0;  // 0: stored, 8: deflate
  bool encrypted = false;
};

// `notes` say where the directory is damaged, and what was lost; their `file` is empty.
struct ZipListing {
  std::vector<ZipMember> members;
  std::vector<Warning> notes;
};

// Lists the members, without folders. Members that a damaged directory has lost are found by their local headers, if
// these state the sizes. Returns an Error if there is no directory, if its size or place makes no sense, or if there
// are more than `most` members.
Result<ZipListing> listZip(const ByteSource& source, size_t most);

// Finds the offset of a member's data, and its name in its local header. Returns false if there is no local header.
bool zipDataOffset(const ByteSource& source, const ZipMember& member, uint64_t& offset, std::string& name);

}  // namespace tp
