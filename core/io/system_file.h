// What the systems do differently about files that are read.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace tp {

// Returns a descriptor, or -1 and the reason in errno. Does not wait for the writer of a pipe.
int openForReading(const std::string& path);
// Returns the number of bytes read, which is less than asked for at the end of the file, or if it can't be read.
size_t readAt(int fd, uint64_t offset, std::span<std::byte> out);

// When the file was last changed, in nanoseconds; on Windows, in whole seconds.
int64_t modifiedAt(const struct stat& status);

}  // namespace tp
