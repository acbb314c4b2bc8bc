// A file of this computer that takes neither address space nor a descriptor while nobody reads it: of folders with more
// files than a process may map.
#pragma once

#include <memory>
#include <string>

#include "core/io/byte_source.h"
#include "core/io/status.h"

namespace tp {

// An Error where it can't be read, or is no regular file. Its first half a kilobyte is read at once; it is opened again
// for each read of more, and bears any number of threads.
Result<std::shared_ptr<ByteSource>> unmappedFile(const std::string& path);

}  // namespace tp
