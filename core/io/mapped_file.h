// A memory-mapped file of this computer. It may be changed, cut, replaced or deleted while it is open: that does not
// end the process, and change() reports it.
#pragma once

#include <memory>
#include <string>

#include "core/io/byte_source.h"
#include "core/io/status.h"

namespace tp {

// Maps the file; reads nothing yet. Returns an Error if it can't be read or is no regular file; never waits for a pipe
// or a device. The source may be used by several threads at once.
Result<std::shared_ptr<ByteSource>> mapFile(const std::string& path);

}  // namespace tp
