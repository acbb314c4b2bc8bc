// Looks at the heads of packets when a trace is opened.
#pragma once

#include "core/formats/ctf/trace_files.h"

namespace tp::ctf {

// Reads the first head of each file. Of streams that several files have, reads all heads: packets that occur twice are
// left out of all but the first file, and what was lost between two files is known. Files without any packet are left
// out, with a warning if they hold something else.
void settleFiles(Trace& trace, WarningLog& warnings);

}  // namespace tp::ctf
