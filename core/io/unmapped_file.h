// A file of this computer that takes no address space and no descriptor except during reads, for folders with more
// files than a process may map.
#pragma once

#include <memory>
#include <string>

#include "core/io/byte_source.h"
#include "core/io/status.h"

namespace tp {

// Returns an Error if the file can't be read or is no regular file. Its first 512 bytes are read at once; every read
// beyond them opens it again. The source may be used by several threads at once.
Result<std::shared_ptr<ByteSource>> unmappedFile(const std::string& path);

}  // namespace tp
