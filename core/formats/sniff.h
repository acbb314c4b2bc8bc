// Says what files look like when no format wants them, so that a person learns what they dropped.
#pragma once

#include <string>

#include "core/io/file_set.h"

namespace tp {

// "an ELF program", "a JSON text", "a PNG picture", "a folder of 12 files" ...
std::string describeContent(const FileSet& files);

}  // namespace tp
