// Finds traces that are open several times: copies tell nothing about how recordings differ.
#pragma once

#include "core/io/file_set.h"

namespace tp {

// Returns whether both have files of equal names, below the folder that each has in common, and of equal sizes and
// contents; the name of a single file does not matter. Of a file of more than 64 MiB, 1024 pieces of 64 KiB are
// compared, which lie equally far apart: other recordings would have other times in some of them. A difference ends
// the reading. Sets without files, and with files that can't be read to their ends, are the same as nothing.
bool sameFiles(const FileSet& a, const FileSet& b);

}  // namespace tp
