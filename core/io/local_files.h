// Opens files of this computer as a FileSet, for the command line and the desktop window. The page has its own sources.
#pragma once

#include <string>
#include <vector>

#include "core/io/file_set.h"

namespace tp {

// Opens files and whole directories (recursively; at most `maxFiles`). The directory `a/b` gives paths that begin with
// "b/"; each path is a drop of its own. The path "-" is standard input, which is read into memory. Files are
// memory-mapped, beyond some thousands opened for each read; nothing is read except archives among `paths`, which are
// expanded. What can't be read within a directory becomes a note (FileSet::notes()). Returns an Error if a path of
// `paths` can't be read, if nothing in a directory can, or if it holds too many files.
Result<FileSet> openLocalFiles(const std::vector<std::string>& paths, size_t maxFiles = 100000);

}  // namespace tp
