// Repairs the table that says where in a file the data of each CPU lie.
#pragma once

#include "core/formats/tracecmd/trace_file.h"

namespace tp::tracecmd {

// Returns how large the file would have to be if what this table says is right: data that lie one after the other from
// `begin` on. Returns 0 if they do not.
uint64_t sizeOfWhole(const std::vector<CpuData>& cpus, uint64_t begin, uint64_t page);

// The CPUs' data should lie one after the other in [begin, end) of the file, each from a multiple of `page` bytes on.
// An entry that lies elsewhere, or overlaps another, gets a part of the range that no other entry covers. If not
// `numbered`, impossible or repeated CPU numbers are replaced, too; else entry i is CPU i. Returns false, and changes
// nothing, if the table is right.
bool mendCpus(std::vector<CpuData>& cpus, uint64_t begin, uint64_t end, uint64_t page, bool numbered);

}  // namespace tp::tracecmd
