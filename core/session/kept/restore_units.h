// Gives a worker what was kept of its units.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "core/decode/format.h"
#include "core/index/stream_indexer.h"
#include "core/io/wire.h"
#include "core/session/kept/index_blocks.h"

namespace tp {

class UnitRestorer {
 public:
  // `reader` must outlive the restorer. `owner` and `share` are the worker's (assignStreams()).
  UnitRestorer(TraceReader& reader, const std::vector<uint32_t>& owner, uint32_t share)
      : reader_(reader), owner_(owner), share_(share) {}

  // These return false if what was kept does not fit the trace; the reader is then to be dropped.
  //
  // Reads what follows ToWorker::Restore.
  bool begin(WireReader& in);
  // Reads a block of a unit of this worker.
  bool take(WireReader& in);
  // Makes an indexer of each unit, as if it had been indexed by this reader.
  bool finish(std::vector<std::unique_ptr<StreamIndexer>>& indexers);

 private:
  TraceReader& reader_;
  const std::vector<uint32_t>& owner_;
  uint32_t share_;
  NumberMap numbers_;  // of the trace, in the reader
  std::map<uint32_t, KeptUnit> units_;
};

}  // namespace tp
