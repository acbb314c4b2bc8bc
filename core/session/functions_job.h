// Statistics of the functions of a worker's streams, a stream at a time, so that other requests get in between.
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/function_stats.h"
#include "core/index/chunk_replay.h"
#include "core/session/messages.h"

namespace tp {

class FunctionsJob {
 public:
  explicit FunctionsJob(const FunctionsRequest& request) : request_(request) {}

  const FunctionsRequest& request() const { return request_; }
  // Works on through some chunks; false when all is done. `indexers`: by stream, null for those of other workers.
  bool step(TraceReader& reader, const FileSet& files, const std::vector<std::unique_ptr<StreamIndexer>>& indexers);
  float progress() const { return progress_; }
  // By the worker's name ids; of all streams once step() is false.
  const std::vector<FunctionStats>& rows() const { return rows_; }

 private:
  bool concerns(const ChunkSummary& chunk) const;
  void chunk(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer);
  void endStream(const StreamIndexer& indexer);

  FunctionsRequest request_;
  std::unique_ptr<FunctionAggregator> current_;
  std::vector<FunctionStats> rows_;
  uint32_t stream_ = 0;
  size_t chunk_ = 0;
  float progress_ = 0;
};

}  // namespace tp
