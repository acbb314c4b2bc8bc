// Describes files that no format recognises, for the error message.
#pragma once

#include <string>

#include "core/io/file_set.h"

namespace tp {

// Returns a noun phrase such as "an ELF program or library", "a JSON text", "a PNG picture", or "a set of 12 files, the
// first of them a text file". Reads at most 512 bytes, from the first file. `files` must not be empty.
std::string describeContent(const FileSet& files);

}  // namespace tp
