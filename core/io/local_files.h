// Files of this computer as a FileSet, for the command line and the desktop window. The page has its own sources.
#pragma once

#include <string>
#include <vector>

#include "core/io/file_set.h"

namespace tp {

// Opens files and whole directories (recursively; at most `maxFiles`). A directory `a/b` gives paths that begin with
// "b/"; each path is a drop of its own. Files are memory-mapped: nothing is read yet, but of archives among `paths`,
// which are expanded. What can't be read within a directory is a note (FileSet::notes()); where nothing else is there,
// and for a path of its own, an Error.
Result<FileSet> openLocalFiles(const std::vector<std::string>& paths, size_t maxFiles = 100000);

}  // namespace tp
