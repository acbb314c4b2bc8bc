// Recordings of `perf record -z`. What the kernel recorded lies in them as one stream of zstd, cut into records:
// nothing in it can be read without all that comes before. So they are unpacked as a whole, to what perf would have
// written without -z. Source: tools/perf/Documentation/perf.data-file-format.txt (HEADER_COMPRESSED,
// PERF_RECORD_COMPRESSED and PERF_RECORD_COMPRESSED2).
#pragma once

#include "core/io/unpack.h"

namespace tp {

// Whether the source is such a recording: a file or what a pipe wrote.
bool isPackedRecording(const ByteSource& source);

// Unpacks as much as can be read. It is not whole if the stream of zstd is damaged; a recording that is cut between two
// records is whole. Stops with tooLarge when there are more than `limit` bytes.
UnpackedSource unpackRecording(const ByteSource& packed, uint64_t limit, UnpackStore& store);

}  // namespace tp
