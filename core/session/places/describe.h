// Finds the records behind a mark again, and describes them.
#pragma once

#include "core/index/chunk_replay.h"
#include "core/session/messages.h"
#include "core/session/places/described_mark.h"

namespace tp {

// `found` is false in the result if neither record can be found again.
DescribedMark describeMark(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer,
                           const DescribeRequest& request);
}  // namespace tp
