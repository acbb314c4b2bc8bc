// Finds the CPUs in the data of a buffer if the option that would list them is missing, because the file was cut or its
// recorder did not write its end.
#pragma once

#include "core/formats/tracecmd/trace_file.h"

namespace tp::tracecmd {

// Adds the CPUs that [begin, end) of the file seems to hold to `buffer.cpus`. `buffer` has the page size, and whether
// the data are compressed. The buffer's name and the CPUs' numbers are taken from the statistics that the recorder
// saved, where the buffer is number `place`. If these do not fit, CPUs are numbered in the order in which they are
// found.
void findCpus(const ByteSource& source, const TraceFile& file, uint64_t begin, uint64_t end, size_t place,
              Buffer& buffer);

}  // namespace tp::tracecmd
