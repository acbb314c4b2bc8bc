// Gives a worker what was kept of its units.
#pragma once

#include <memory>
#include <vector>

#include "core/decode/format.h"
#include "core/index/stream_indexer.h"
#include "core/io/wire.h"

namespace tp {

// Reads what follows ToWorker::Restore, and makes an indexer of each unit there, as if it had been indexed by this
// reader. `owner` and `share` are the worker's (assignStreams()). Returns false if it does not fit the trace; the
// reader is then to be dropped.
bool restoreUnits(WireReader& in, TraceReader& reader, const std::vector<uint32_t>& owner, uint32_t share,
                  std::vector<std::unique_ptr<StreamIndexer>>& indexers);

}  // namespace tp
