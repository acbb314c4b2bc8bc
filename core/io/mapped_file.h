// A file of this computer in memory. It may be changed, cut, replaced or deleted meanwhile: nothing of that ends the
// process, and change() tells of it.
#pragma once

#include <memory>
#include <string>

#include "core/io/byte_source.h"
#include "core/io/status.h"

namespace tp {

// Nothing is read yet. An Error where it can't be read, or is no regular file: a pipe or a device is never waited for.
// Unlike other sources, it bears any number of threads.
Result<std::shared_ptr<ByteSource>> mapFile(const std::string& path);

}  // namespace tp
