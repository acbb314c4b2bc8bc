// Mends the table that says where in a file the data of each CPU lie.
#pragma once

#include "core/formats/tracecmd/trace_file.h"

namespace tp::tracecmd {

// The CPUs' data lie behind one another in [begin, end) of the file, each from a multiple of `page` on. What the table
// says of one that lies elsewhere, or within another, is replaced by what nobody else claims. False, and nothing
// changes, where the table is right. `numbered`: entry i is CPU i.
bool mendCpus(std::vector<CpuData>& cpus, uint64_t begin, uint64_t end, uint64_t page, bool numbered);

}  // namespace tp::tracecmd
