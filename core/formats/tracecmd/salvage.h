// Finds the CPUs in the data of a buffer where the option that would list them is missing: a file that was cut, or
// whose recorder never came to write its end.
#pragma once

#include "core/formats/tracecmd/trace_file.h"

namespace tp::tracecmd {

// Adds to `buffer.cpus` what [begin, end) of the file seems to hold. `buffer` says of what size pages are, and whether
// they are compressed. Its name and the numbers of its CPUs are those of the statistics that the recorder saved of the
// buffers, of which it is number `place`; where these don't fit, CPUs are numbered as they come.
void findCpus(const ByteSource& source, const TraceFile& file, uint64_t begin, uint64_t end, size_t place,
              Buffer& buffer);

}  // namespace tp::tracecmd
