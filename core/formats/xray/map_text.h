// The names of a log's functions as a file that goes with a cut of the log.
#pragma once

#include "core/decode/cut.h"
#include "core/io/file_set.h"

namespace tp::xray {

// Writes the map of the functions that is among the files: one that is a text as it is; of a program, only the ids,
// addresses and names of its functions. Returns false if there is none.
bool writeMap(const FileSet& files, CutSink& sink);

}  // namespace tp::xray
